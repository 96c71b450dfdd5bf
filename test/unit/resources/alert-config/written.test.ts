import assert from "node:assert/strict";
import { written } from "../../../../src/resources/alert-config/written";
import { answerOf, inputsOf, PROGRAM } from "./alerts";

describe("written", () => {
  for (const redact of ["new", "old", "off"] as const) {
    it(`holds no secret (${redact}), since it stands in the state in clear`, () => {
      const text = JSON.stringify(written(inputsOf(PROGRAM), answerOf(PROGRAM, redact)));
      for (const part of ["secret", "1234", "5678", "hush", "T0/abc", "hooks.example.com"]) {
        assert.ok(
          !text.replaceAll("secretFields", "").replaceAll("webhookSecret", "").includes(part),
          `${part} in ${text}`,
        );
      }
    });
  }
});
