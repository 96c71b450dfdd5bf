import assert from "node:assert/strict";
import {
  createDigestAuth,
  defaultResponseForms,
  parseDigestHeader,
  type ChallengeForm,
  type DigestAlgorithm,
} from "../../../src/emulator/digest-auth";
import { createNonces } from "../../../src/emulator/nonces";
import { authorize, type Signature } from "./client";

const TARGET = "/api/public/v1.0/groups/5f?pretty=true";

function server(challenge: ChallengeForm = "qop", algorithm: DigestAlgorithm = "MD5") {
  let time = 0;
  const nonces = createNonces({ maxAgeMs: 60_000, maxCount: 1024 }, () => time);
  const policy = { challenge, algorithm, accept: defaultResponseForms(challenge) };
  const judge = createDigestAuth(policy, nonces, (name) =>
    name === "user" ? { password: "secret", identity: "somebody" } : undefined,
  );
  const key = { publicKey: "user", privateKey: "secret" };
  const signature = (more: Partial<Signature> = {}): Signature => {
    return { method: "GET", target: TARGET, nonce: nonces.issue(), ...key, algorithm, ...more };
  };
  return {
    signature,
    wait: (ms: number) => void (time += ms),
    /** The verdict, and for a challenge its stale flag. */
    verdict: (header?: string): string => {
      const result = judge("GET", TARGET, header);
      return result.verdict === "challenged" ? `challenged stale=${result.stale}` : result.verdict;
    },
  };
}

describe("Digest on the server side", () => {
  it("accepts only the offered algorithm", () => {
    const strong = server("qop", "SHA-256");
    assert.equal(strong.verdict(authorize(strong.signature())), "granted");
    assert.equal(strong.verdict(authorize(strong.signature({ algorithm: "MD5" }))), "challenged stale=false");
  });

  it("accepts each counter of a nonce once, in any order and in however many digits", () => {
    const { verdict, signature } = server();
    const right = signature();
    const use = (nc: string): string => verdict(authorize({ ...right, nc }));
    for (const nc of ["000003e8", "00000005", "000003e7", "6", "00000000", "000003ff"])
      assert.equal(use(nc), "granted", nc);
    for (const nc of ["00000005", "5", "3E7", "0000000g", "-1", "000000001"])
      assert.equal(use(nc), "challenged stale=false", nc);
    assert.equal(verdict(authorize(right).replace(/, nc=\w+/, "")), "challenged stale=false");
  });

  it("uses up the counter before it checks the password", () => {
    const { verdict, signature } = server();
    const right = signature();
    assert.equal(verdict(authorize({ ...right, privateKey: "wrong" })), "challenged stale=false");
    assert.equal(verdict(authorize(right)), "challenged stale=false");
  });

  it("reports expired, unknown and used-up nonces as stale, even with a wrong password", () => {
    const { verdict, signature, wait } = server();
    const aged = signature();
    wait(60_001);
    assert.equal(verdict(authorize({ ...aged, privateKey: "wrong" })), "challenged stale=true");
    for (const unusable of [{ nc: "00000400" }, { nonce: "unknown" }])
      assert.equal(verdict(authorize(signature(unusable))), "challenged stale=true");
    const none = server("none");
    const old = none.signature({ form: "rfc2069", nonce: "unknown" });
    assert.equal(none.verdict(authorize(old)), "challenged stale=true");
  });

  it("refuses another scheme and a wrong user, password, realm or cnonce with stale=false", () => {
    const { verdict, signature } = server();
    const good = (): string => authorize(signature());
    for (const header of [
      "Basic dXNlcjpzZWNyZXQ=",
      authorize(signature({ publicKey: "nobody" })),
      authorize(signature({ privateKey: "wrong" })),
      good().replace("MMS Public API", "another realm"),
      good().replace(/, cnonce="[^"]*"/, ""),
      good().replace("qop=auth", "qop=auth-int"),
      good().replace("algorithm=MD5", "algorithm=SHA-256"),
    ])
      assert.equal(verdict(header), "challenged stale=false", header);
  });

  it("rejects a uri that is not the request target, and a malformed header", () => {
    const { verdict, signature } = server();
    for (const header of [
      authorize(signature({ uri: "/api/public/v1.0/groups/5f" })),
      authorize(signature()).replace(/response="[^"]*"/, ""),
      authorize(signature()).replace(/, nonce="[^"]*"/, ""),
    ])
      assert.equal(verdict(header), "malformed", header);
  });

  // Jetty refuses the form of RFC 2069 if qop was offered.
  const [granted, refused] = ["granted", "challenged stale=false"];
  for (const [challenge, verdicts] of Object.entries({
    qop: { qop: granted, rfc2069: refused },
    op: { qop: granted, rfc2069: granted },
    none: { qop: refused, rfc2069: granted },
  }))
    it(`accepts after ${challenge}: ${JSON.stringify(verdicts)}`, () => {
      const { verdict, signature } = server(challenge as ChallengeForm);
      for (const form of ["qop", "rfc2069"] as const)
        assert.equal(verdict(authorize(signature({ form }))), verdicts[form], form);
    });
});

describe("the Authorization header", () => {
  it("is malformed with a repeated name, an unclosed quote, a stray comma or a missing value", () => {
    for (const rest of ['a="1", a="2"', 'a="1', 'a="1",', "a=", 'a="1" b="2"', "=x"])
      assert.equal(parseDigestHeader(`Digest ${rest}`), "malformed", rest);
  });
});
