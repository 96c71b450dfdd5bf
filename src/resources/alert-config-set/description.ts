/** What an AlertConfigSet is. */

import type { Description } from "../../core/description";
import { ALERT_CONFIG } from "../../fields/alert-config";
import { SECRETS_VERSION } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  projectId: { type: "string", required: true, doc: "The id of the project. A change replaces the set." },
} as const satisfies Fields;

const OBJECT = {
  alertConfigs: {
    type: "json",
    required: true,
    typescript: {
      argument: "pulumi.Input<Record<string, pulumi.Input<AlertConfigMember>>>",
      output: "Record<string, pulumi.Unwrap<AlertConfigMember>>",
    },
    doc: "The alert configurations, each under a name that you choose. The names exist only in the program and the state. A new name for the same content changes nothing on the service.",
    outputDoc: "The alert configurations by name. Secret as a whole, because it contains secrets.",
  },
} as const satisfies Fields;

const OPTIONS = {
  unmanaged: {
    type: "json",
    typescript: {
      argument: 'pulumi.Input<"ignore" | "report" | "delete" | undefined>',
      output: '"ignore" | "report" | "delete"',
    },
    doc: "What happens to alert configurations of the project that this set does not declare. `ignore`: nothing. `report`: the output `unmanagedAlertConfigs` lists them, and a refresh shows new ones as a change. `delete`: in addition, the next update deletes those that the state lists. A preview shows them. No other resource of the program may have alert configurations of the project.",
    otherwise: '"ignore"',
  },
  unmanagedExcept: {
    type: "json",
    typescript: { argument: "InputsOf<string[]> | undefined", output: "string[]" },
    doc: "The ids of alert configurations that other programs or people manage. They are neither listed nor deleted.",
    otherwise: "[]",
  },
  secretsVersion: SECRETS_VERSION,
} as const satisfies Fields;

const OUTPUTS = {
  alertConfigIds: {
    type: "json",
    always: true,
    typescript: { output: "Record<string, string>" },
    doc: "The ids of the alert configurations, which the service generates, by name.",
  },
  unmanagedAlertConfigs: {
    type: "json",
    always: true,
    typescript: { output: "UnmanagedAlertConfig[]" },
    doc: "The undeclared alert configurations of the project, as of the last write or refresh; empty if `unmanaged` is `ignore`.",
  },
  changedSecrets: {
    type: "strings",
    always: true,
    doc: "The secrets that were changed or added outside Pulumi, as in `no-primary: notifications[0].apiToken (SLACK)`, never their values. The next `pulumi up` restores them.",
  },
} as const satisfies Fields;

export const ALERT_CONFIG_SET_DESCRIPTION: Description = {
  kind: "AlertConfigSet",
  what: "set of alert configurations",
  text: "All alert configurations of a project as one resource. The engine takes one step for it, regardless of their number. Existing alert configurations with the same meaning are adopted. Destroying the set deletes the alert configurations that it manages.",
  role: "Project Owner.",
  example: `const mail = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 };

new opsmanager.AlertConfigSet("production", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  alertConfigs: {
    "no-primary": { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [mail] },
    "host-down": { eventTypeName: "HOST_DOWN", enabled: true, notifications: [mail] },
  },
  unmanaged: "report",
});`,
  ids: IDS,
  object: OBJECT,
  members: ALERT_CONFIG,
  options: OPTIONS,
  outputs: OUTPUTS,
  hiddenInputs: ["resourceName", "unmanagedAlertConfigs"],
  nameArgument: "resourceName",
  moved: "A changed connection must lead to the same alert configurations.",
  canImport: false,
  encrypted: ["alertConfigSecrets", "__written"],
};
