/** The alert configurations with the plugin. */

import * as pulumi from "@pulumi/pulumi";
import { alert } from "./alerts";
import { indices, projectOf } from "./given";

class AlertConfig extends pulumi.CustomResource {
  constructor(name: string, args: pulumi.Inputs) {
    super("opsmanager:index:AlertConfig", name, { alertConfigId: undefined, ...args });
  }
}

indices.forEach(
  (index) => new AlertConfig(`alert-${index}`, { projectId: projectOf(index), ...alert(index) }),
);
