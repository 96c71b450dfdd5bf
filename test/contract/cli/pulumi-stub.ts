import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { useFolder } from "../../support/files";

/** A Pulumi CLI of the test, in a folder that lives as long as a test of the suite. */
export function usePulumiStub() {
  const PATH = process.env["PATH"];
  const path = useFolder();
  beforeEach(() => mkdirSync(path("bin")));
  afterEach(() => void (process.env["PATH"] = PATH));
  const stub = {
    path,
    /** The arguments of its calls. */
    calls: (): string[] => readFileSync(path("calls"), "utf8").trimEnd().split("\n"),
    /** Makes PATH have no Pulumi CLI. */
    remove: (): void => void (process.env["PATH"] = path("bin")),
    /** Installs one that runs this script. */
    install: (script: string): void => {
      const file = path("bin/pulumi");
      writeFileSync(file, `#!/bin/sh\necho "$*" >> '${path("calls")}'\n${script}\n`);
      chmodSync(file, 0o755);
      process.env["PATH"] = [path("bin"), PATH].join(delimiter);
    },
    /** Installs one that prints a configuration and a state. */
    installWith: (config: object, state: object = {}): void => {
      writeFileSync(path("config.json"), JSON.stringify(config));
      writeFileSync(path("state.json"), JSON.stringify(state));
      const [ofConfig, ofState] = [`cat '${path("config.json")}'`, `cat '${path("state.json")}'`];
      stub.install(`case " $* " in *" config "*) ${ofConfig};; *) ${ofState};; esac`);
    },
  };
  return stub;
}
