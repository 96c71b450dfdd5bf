import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { ApiError } from "../../../src/errors";
import { isApiError, isShapeError } from "../../../src/errors";
import { WITHHELD } from "../../../src/secrets/filter";
import { ENCODINGS, spellingsOf } from "../encodings";
import { errorOf } from "./fakes";
import { clients } from "./clients";
import { json, onBody, servers } from "./servers";

const PRIVATE_KEY = "4f1d7a52-90c3-4be8-a6d5-27c8e30b9f64";
const WEBHOOK = "https://hooks.example.com/services/T0000/B00000?token=abc+def&x='1'";
const QUOTED = 'a "quoted" secret\nof two lines=1';
/** About 25 kB, as a template or a bundle of certificates may be. */
const LARGE = `large ${"0123456789abcdef\n".repeat(1500)} end`;
const SECRETS = [LARGE, PRIVATE_KEY, WEBHOOK, QUOTED, "marked as secret"];

const notifications = [{ typeName: "WEBHOOK", webhookUrl: WEBHOOK, webhookSecret: QUOTED }];
const BODY = { eventTypeName: "HOST_DOWN", matchers: [{ value: "marked as secret" }], notifications };
type Respond = (response: ServerResponse, sent: string) => unknown;

describe("a service that echoes secrets", () => {
  const open = servers();
  const connect = clients();
  const lines: string[] = [];
  afterEach(() => void (lines.length = 0));

  /** The error of a POST to a service without authentication; `respond` handles the write. */
  async function refusal(respond: Respond, body: object = BODY): Promise<Error> {
    const { origin } = await open.http((request, response) =>
      onBody(request, (sent) =>
        request.method === "GET" ? json(response, 200, {}) : respond(response, sent),
      ),
    );
    const keys = { publicKey: "key", privateKey: PRIVATE_KEY };
    const furtherSecrets = () => ["marked as secret"];
    const api = connect({ baseUrl: origin, ...keys, maxRetries: 0 }, { lines, furtherSecrets });
    const schema = { safeParse: () => ({ success: true as const, data: undefined }) };
    return errorOf(api.request({ method: "POST", path: "/things", json: body, schema }));
  }

  function assertClean(error: Error): void {
    const fields = JSON.stringify([Object.entries(error), String(error.cause)]);
    const texts = [error.message, error.stack ?? "", fields, ...lines];
    for (const spelling of SECRETS.flatMap(spellingsOf)) {
      const text = texts.find((each) => each.includes(spelling));
      assert.equal(text, undefined, spelling.slice(0, 100));
    }
    for (const line of lines) assert.doesNotThrow(() => void JSON.parse(line), line);
  }

  for (const [how, encode] of Object.entries(ENCODINGS))
    for (const [size, body] of Object.entries({ small: BODY, large: { ...BODY, webhookSecret: LARGE } }))
      it(`shows no secret of a ${size} body in errors and the log: ${how}`, async () => {
        const error = await refusal((response, sent) => {
          const text = `you sent ${encode(sent)}`;
          json(response, 400, { error: 400, errorCode: "X", detail: text, parameters: [text, "open"] });
        }, body);
        assert.ok(isApiError(error));
        assertClean(error);
        assert.match(error.message, /^POST \/things: 400 X - /);
        assert.equal(error.parameters[1], "open");
        assert.match(lines.join("\n"), /"eventTypeName":"HOST_DOWN"|"sent":"\d+ bytes"/);
      });

  it("replaces a literal secret, and withholds a text with an encoded one", async () => {
    const parameters = [encodeURIComponent(encodeURIComponent(WEBHOOK))];
    const body = { errorCode: "X", detail: `the URL ${WEBHOOK} cannot be reached`, parameters };
    const error = (await refusal((response) => json(response, 400, body))) as ApiError;
    assert.equal(error.message, "POST /things: 400 X - the URL [secret] cannot be reached");
    assert.deepEqual(error.parameters, [WITHHELD]);
    assertClean(error);
  });

  it("shows no secret of a web page, a redirect or a content type", async () => {
    const url = encodeURIComponent(WEBHOOK);
    const html = { "content-type": "text/html" };
    const answers: Respond[] = [
      (response, sent) =>
        response.writeHead(500, html).end(`<html><title>${ENCODINGS["htmlAll"]?.(sent)}</title></html>`),
      (response) => response.writeHead(302, { location: `https://other.example.com/${url}/` }).end(),
      (response, sent) => response.writeHead(200, { "content-type": `text/${url}` }).end(sent.slice(0, -3)),
    ];
    for (const [index, respond] of answers.entries()) {
      const error = await refusal(respond);
      assert.equal(isShapeError(error), index > 0);
      assertClean(error);
    }
  });

  it("shows no secret in the cause of a parser error", async () => {
    const garbage = (response: ServerResponse, sent: string): unknown =>
      response.socket?.end(`HTTP/1.1 200 OK\r\n${sent}\r\n\r\n`);
    assertClean(await refusal(garbage));
  });

  it("withholds a body in the log that is nested too deeply to be searched", async () => {
    const error = await refusal((response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(`{"errorCode":"X","links":${"[".repeat(8000)}"${WEBHOOK}"${"]".repeat(8000)}}`);
    });
    assert.match(error.message, /^POST \/things: 400\b/);
    assertClean(error);
  });
});
