import assert from "node:assert/strict";
import type { AlertConfig } from "../../../../src/api/alert-configs";
import { remembered, written } from "../../../../src/resources/alert-config/written";
import { answerOf, inputsOf, PROGRAM } from "./alerts";

const EMAIL = { typeName: "EMAIL", emailAddress: "a@example.com" };

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

  it("takes nothing in the state for what the service answers as it was sent", () => {
    const plain = {
      projectId: "p",
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      matchers: [],
      notifications: [EMAIL],
    };
    const answer = { ...plain, id: "a", groupId: "p" } as unknown as AlertConfig;
    assert.equal(remembered(written(plain, answer), plain), undefined);
  });
});
