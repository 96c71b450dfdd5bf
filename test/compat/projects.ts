/** The project of a cell: its files, as a user of that package manager and language writes them. */

import type { Cell, ProgramKind } from "./cells";

const BODY = `
const projectId = new pulumi.Config().require("projectId");
const alert = new opsmanager.AlertConfig("no-primary", {
  projectId,
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: [
    { typeName: "PAGER_DUTY", serviceKey: "0123456789abcdef0123456789abcdef" },
    { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 },
  ],
});
`;
const OUTPUTS = {
  alertConfigId: "alert.alertConfigId",
  auditLogs: "opsmanager.getAuditLogRotationOutput({ projectId }).effective",
};
const IMPORTS = `import * as pulumi from "@pulumi/pulumi";\nimport * as opsmanager from "pulumi-opsmanager";\n`;
const REQUIRES = `const pulumi = require("@pulumi/pulumi");\nconst opsmanager = require("pulumi-opsmanager");\n`;
const EXPORTS = Object.entries(OUTPUTS).map(([name, value]) => `export const ${name} = ${value};\n`);
const MODULE_EXPORTS = Object.entries(OUTPUTS).map(([name, value]) => `exports.${name} = ${value};\n`);

const PROGRAMS: Readonly<
  Record<ProgramKind, { readonly main: string; readonly text: string; readonly isModule: boolean }>
> = {
  TypeScript: { main: "index.ts", text: [IMPORTS, BODY, ...EXPORTS].join(""), isModule: false },
  "TypeScript (.mts)": { main: "index.mts", text: [IMPORTS, BODY, ...EXPORTS].join(""), isModule: false },
  "JavaScript (CommonJS)": {
    main: "index.js",
    text: [REQUIRES, BODY, ...MODULE_EXPORTS].join(""),
    isModule: false,
  },
  "JavaScript (ESM)": { main: "index.js", text: [IMPORTS, BODY, ...EXPORTS].join(""), isModule: true },
};

/** A project: where its `Pulumi.yaml` is, and the texts of its files by their paths. */
export interface Project {
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Makes the project of a cell. @param registry the address of the npm registry */
export function projectOf({ sdk, manager, program, isWorkspace }: Cell, registry: string): Project {
  const folder = isWorkspace ? "packages/infrastructure" : ".";
  const { main, text, isModule } = PROGRAMS[program];
  const files: Record<string, string> = {
    [`${folder}/package.json`]: json({
      name: "infrastructure",
      private: true,
      main,
      ...(isModule && { type: "module" }),
      dependencies: { "@pulumi/pulumi": sdk, "pulumi-opsmanager": "latest" },
    }),
    [`${folder}/Pulumi.yaml`]: "name: infrastructure\nruntime: nodejs\n",
    [`${folder}/${main}`]: text,
  };
  if (isWorkspace) {
    files["package.json"] = json({ name: "all", private: true, workspaces: ["packages/*"] });
    files["packages/other/package.json"] = json({ name: "other", version: "1.0.0", private: true });
  }
  if (manager === "pnpm") {
    // pnpm asks whether the install script of a dependency of Pulumi's SDK may run; nothing needs it.
    const settings = "allowBuilds:\n  protobufjs: false\n";
    files["pnpm-workspace.yaml"] = isWorkspace ? `packages:\n  - packages/*\n${settings}` : settings;
  }
  if (manager === "yarn 4") {
    files[".yarnrc.yml"] =
      `nodeLinker: node-modules\nenableTelemetry: false\nnpmRegistryServer: ${registry}\nunsafeHttpWhitelist: ["127.0.0.1"]\n`;
    files["yarn.lock"] = "";
  } else files[".npmrc"] = `registry=${registry}\n`;
  return { folder, files };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
