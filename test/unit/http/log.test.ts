import assert from "node:assert/strict";
import { TransportError } from "../../../src/errors";
import type { LogLevel } from "../../../src/http/log";
import { requestLog, withLog } from "../../../src/http/log";
import type { HttpRequest, HttpResponse } from "../../../src/http/message";
import { respond, fakeTransport, request } from "./fakes";

/** The log lines of one exchange. */
async function lines(level: LogLevel, given: Partial<HttpRequest>, reply: HttpResponse | Error) {
  const written: string[] = [];
  const { send } = fakeTransport(({ onProgress, body }) => {
    if (body !== undefined && body.length > 1_048_576) onProgress?.(1_048_576);
    return reply instanceof Error ? Promise.reject(reply) : reply;
  });
  const logged = withLog(send, { level, write: (line) => written.push(line) });
  await logged(request("POST", given)).catch((error: unknown) => assert.equal(error, reply));
  const entries = written.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { text: written.join("\n"), entries };
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe("withLog", () => {
  it("adds nothing to the layers when it is off", () => {
    const { send } = fakeTransport(() => respond(200));
    assert.equal(withLog(send, { level: "off", write: assert.fail }), send);
  });

  it("writes one line for each exchange at debug, without headers and bodies", async () => {
    const note = { id: "7", attempt: 2, nonce: "abcdef", nc: 3 };
    const { entries } = await lines("debug", { ...note, body: json({ a: 1 }) }, respond(200, {}, { b: 2 }));
    assert.equal(entries.length, 1);
    const { time, ms, ...entry } = entries[0] ?? {};
    assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.equal(typeof ms, "number");
    const path = "/api/public/v1.0/things?pretty=true";
    const shown = { request: "7", method: "POST", path, attempt: 2, nonce: "abcdef", nc: 3, status: 200 };
    assert.deepEqual(entry, shown);
  });

  it("contains no character that a terminal interprets", async () => {
    const reply = { detail: "a\u001b[2J\u009b31m\u007f\u2028\u202eb" };
    const { text, entries } = await lines("trace", {}, respond(400, {}, reply));
    // eslint-disable-next-line no-control-regex -- finds control characters
    assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    assert.deepEqual(entries[0]?.["response"], reply);
  });

  it("names the failure if no response came", async () => {
    const { entries } = await lines("debug", {}, new TransportError("no", "refused", false));
    assert.equal(entries[0]?.["failure"], "refused");
  });

  it("shows bodies at trace, with every secret field redacted", async () => {
    const content = (apiToken: string, uri: string) => {
      const notifications = [{ typeName: "SLACK", channelName: "#ops", apiToken }];
      return { eventTypeName: "NO_PRIMARY", notifications, uri };
    };
    const [body, shown] = [content("xoxb-1", "mongodb://u:p@h"), content("[secret]", "[secret]")];
    const reply = { ...body, oidc: { clientId: "id", clientSecret: "hush" } };
    const { entries, text } = await lines("trace", { body: json(body) }, respond(200, {}, reply));
    assert.deepEqual(entries[0]?.["sent"], shown);
    const oidc = { clientId: "id", clientSecret: "[secret]" };
    assert.deepEqual(entries[0]?.["response"], { ...shown, oidc });
    for (const secret of ["xoxb-1", "u:p@h", "hush"]) assert.ok(!text.includes(secret));
  });

  it("shows headers at trace, but none with a credential", async () => {
    const authorization = 'Digest username="u", response="r", cnonce="c"';
    const headers = { accept: "application/json", authorization };
    const cookies = { "set-cookie": "session=1", "authentication-info": 'rspauth="r"', date: "now" };
    const reply = respond(200, cookies, {});
    const { entries, text } = await lines("trace", { headers }, reply);
    assert.deepEqual(entries[0]?.["headers"], { accept: "application/json", authorization: "[secret]" });
    const hidden = { "set-cookie": "[secret]", "authentication-info": "[secret]" };
    const shown = { "content-type": "application/json", ...hidden, date: "now" };
    assert.deepEqual(entries[0]?.["responseHeaders"], shown);
    assert.doesNotMatch(text, /Digest|cnonce|session|rspauth/);
  });

  it("shows the progress of a large body", async () => {
    const given = { id: "7", attempt: 1, body: Buffer.alloc(2_000_000) };
    const { entries } = await lines("debug", given, respond(200));
    const parts = entries.map(({ request: id, sentBytes, ofBytes }) => [id, sentBytes, ofBytes].join());
    assert.deepEqual(parts, ["7,1048576,2000000", "7,,"]);
  });

  it("shows only the size of a large body, and of one that is not JSON", async () => {
    const large = { body: json({ a: "x".repeat(20_000) }) };
    const first = await lines("trace", large, respond(200, {}, { b: "y".repeat(20_000) }));
    const { sent, response } = first.entries[0] ?? {};
    assert.deepEqual([sent, response], ["20008 bytes", "20008 bytes"]);
    const second = await lines("trace", { body: Buffer.from("not JSON") }, respond(200));
    assert.equal(second.entries[0]?.["sent"], "8 bytes");
    const start = { ...respond(200), body: Buffer.from('{"versions":[') };
    const cut = await lines("trace", {}, { ...start, droppedBytes: 20_000 });
    assert.equal(cut.entries[0]?.["response"], "20013 bytes");
  });
});

describe("requestLog", () => {
  const levels = { debug: "debug", trace: "trace", "": "off", TRACE: "off", info: "off" };
  for (const [value, level] of [...Object.entries(levels), [undefined, "off"]])
    it(`reads ${String(value)} as ${level}`, () =>
      assert.equal(requestLog({ OPSMANAGER_LOG: value }).level, level));
});
