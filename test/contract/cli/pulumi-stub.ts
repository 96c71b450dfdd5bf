import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A Pulumi CLI of the test, in a folder that lives as long as a test of the suite. */
export function usePulumiStub() {
  const PATH = process.env["PATH"];
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "opsmanager-stack-"));
    mkdirSync(join(folder, "bin"));
  });
  afterEach(() => {
    process.env["PATH"] = PATH;
    rmSync(folder, { recursive: true, force: true });
  });
  const stub = {
    path: (name: string): string => join(folder, name),
    /** The arguments of its calls. */
    calls: (): string[] => readFileSync(join(folder, "calls"), "utf8").trimEnd().split("\n"),
    /** Makes PATH have no Pulumi CLI. */
    remove: (): void => void (process.env["PATH"] = join(folder, "bin")),
    /** Installs one that runs this script. */
    install: (script: string): void => {
      const file = join(folder, "bin/pulumi");
      writeFileSync(file, `#!/bin/sh\necho "$*" >> '${folder}/calls'\n${script}\n`);
      chmodSync(file, 0o755);
      process.env["PATH"] = [join(folder, "bin"), PATH].join(delimiter);
    },
    /** Installs one that prints a configuration and a state. */
    installWith: (config: object, state: object = {}): void => {
      writeFileSync(join(folder, "config.json"), JSON.stringify(config));
      writeFileSync(join(folder, "state.json"), JSON.stringify(state));
      const [ofConfig, ofState] = [`cat '${folder}/config.json'`, `cat '${folder}/state.json'`];
      stub.install(`case " $* " in *" config "*) ${ofConfig};; *) ${ofState};; esac`);
    },
  };
  return stub;
}
