/** The alert configurations with this package. */

import type { AlertConfigArgs } from "pulumi-opsmanager";
import { AlertConfig } from "pulumi-opsmanager";
import { alert } from "./alerts";
import { indices, projectOf } from "./given";

indices.forEach(
  (index) =>
    new AlertConfig(`alert-${index}`, {
      projectId: projectOf(index),
      ...alert(index),
    } as unknown as AlertConfigArgs),
);
