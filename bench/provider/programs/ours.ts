/** The alert configurations with this package. */

import type { AlertConfigArgs } from "pulumi-opsmanager";
import { AlertConfig } from "pulumi-opsmanager";
import { alert } from "./alerts";
import { indices, projectId } from "./given";

indices.forEach(
  (index) => new AlertConfig(`alert-${index}`, { projectId, ...alert(index) } as unknown as AlertConfigArgs),
);
