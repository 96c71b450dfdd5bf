import assert from "node:assert/strict";
import { z } from "zod";
import { adviseOnRefusal } from "../../../src/api/advice";
import { provesAbsence } from "../../../src/api/common";
import { isApiError, isShapeError } from "../../../src/errors";
import type { ApiRequest } from "../../../src/http/api-request";
import type { HttpResponse } from "../../../src/http/message";
import { readResponse } from "../../../src/http/response";
import { omit } from "../../../src/json";
import { respond } from "./fakes";

const thing = z.looseObject({ id: z.string(), size: z.number() });
const GET = { method: "GET", path: "/things/1", schema: thing } as const;
const DELETE = { method: "DELETE", path: "/things/1" } as const;
const OK = { id: "1", size: 2 };

type Headers = Record<string, string>;

const read = <T>(request: ApiRequest<T>, response: HttpResponse, enveloped = false) =>
  readResponse(request, response, {
    origin: "http://127.0.0.1:1",
    enveloped,
    filter: (text) => text,
    advise: adviseOnRefusal,
  });

/** The error that is thrown for a response. */
function errorFor(request: ApiRequest<unknown>, ...response: Parameters<typeof respond>): Error {
  try {
    read(request, respond(...response));
  } catch (error) {
    return error as Error;
  }
  return assert.fail("the response was accepted");
}

/** A pattern of a message with these parts in their order; `^` and `$` stand for its start, with the target, and its end. */
function matching(...parts: readonly string[]): RegExp {
  const text = parts.map((part) => part.replace(/[.*+?(){}|[\]\\]/g, String.raw`\$&`)).join(".*");
  return new RegExp(text.replace(/^\^/, String.raw`^GET /things/1`));
}

describe("readResponse", () => {
  const PROBABLY = "This response is probably not from the service: check opsmanager:baseUrl";

  const good: [what: string, isEnveloped: boolean, body: unknown][] = [
    ["bare", false, OK],
    ["in an envelope", true, { status: 200, content: OK }],
    ["in an old envelope", true, { status: 200, envelope: OK }],
    ["with the status beside it", true, { status: 200, ...OK }],
    ["bare, though an envelope was requested", true, OK],
    ["with a field named status", false, { status: 404, ...OK }],
  ];
  for (const [what, isEnveloped, body] of good)
    it(`reads a response ${what}`, () => {
      const { id, size } = read(GET, respond(200, {}, body), isEnveloped).value;
      assert.deepEqual({ id, size }, OK);
    });

  for (const name of ["x-mongodb-service-version", "x-vendor-service-version"])
    it(`returns the date and the version of the service (${name})`, () => {
      const headers = { date: "Sat, 21 Nov 2026 12:00:00 GMT", [name]: "gitHash=a; versionString=b" };
      const { date, serviceVersion } = read(GET, respond(200, headers, OK));
      assert.deepEqual([date, serviceVersion], [headers.date, "gitHash=a; versionString=b"]);
    });

  const GATEWAY =
    /: 500\. The HTTP status was 200, but the body is an error; if a gateway hides the status, set/;
  const told: [body: object, message: RegExp][] = [
    [{ error: 403, errorCode: "NO_ROLE", detail: "no" }, /: 403 NO_ROLE - no\. The HTTP/],
    [{ error: 404, errorCode: "NO_THING" }, /: 404 NO_THING\. The HTTP status was 200/],
    [{ errorCode: "INVALID_JSON" }, /: 400 INVALID_JSON\. The HTTP status was 200/],
    [{ status: 500 }, GATEWAY],
  ];
  for (const [body, message] of told)
    it(`takes the status 200 with the body ${JSON.stringify(body)} for a refusal that proves nothing`, () => {
      for (const request of [GET, DELETE]) {
        const error = errorFor(request, 200, {}, body);
        assert.ok(isApiError(error) && message.test(error.message), String(error));
        assert.ok(!provesAbsence(error));
      }
    });

  const confirmed: [status: number, body: string, droppedBytes: number, isConfirmed: boolean][] = [
    [204, "", 0, true],
    [200, "{}", 0, true],
    [201, '{"id":"1"}', 0, false],
    [200, '{"id":"x', 100_000, true],
    [200, "", 0, false],
    [200, "OK", 0, false],
    [200, "OK x", 100_000, false],
    [202, "", 0, false],
    [202, "{}", 0, false],
  ];
  for (const [status, body, droppedBytes, isConfirmed] of confirmed)
    it(`${isConfirmed ? "sees" : "does not see"} that a write was carried out by ${status} ${body} and ${droppedBytes} bytes`, () =>
      assert.equal(read(DELETE, { ...respond(status, {}, body), droppedBytes }).isConfirmed, isConfirmed));

  const sso = "https://sso.example.com/login";
  const secret = "https://user:abc@sso.example.com/login#token=abc";
  const type = (name: string): Headers => ({ "content-type": name });
  const gzip = { "content-type": "application/json", "content-encoding": "gzip" };
  const deep = `{"id":"x","links":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  const FOREIGN = `${PROBABLY}, and any proxy, gateway or login page in between.`;
  const NO_JSON = "the response is not JSON";
  const SHAPE = "does not match the API documentation";
  const BUG = "This is a bug of the provider or a change of the API.";
  const HTTPS = "The server expects TLS: opsmanager:baseUrl must begin with https://.";
  const to = (location: string): Headers => ({ location });
  /** What is wrong, the response, and parts of the message in their order. */
  const bad: [what: string, status: number, body: string, headers: Headers, ...parts: string[]][] = [
    ["not JSON", 200, "Welcome", type("text/plain"), `^: ${NO_JSON} (text/plain). ${FOREIGN}$`],
    ["compressed against the request", 200, "\u001f\u008b", gzip, `${NO_JSON} (application/json gzip)`],
    ["of a long content type", 200, "x", type("y".repeat(5000)), `(${"y".repeat(200)}... (5000 characters))`],
    ["empty", 200, "", {}, `^: ${NO_JSON} (0 bytes). ${FOREIGN}$`],
    ["nested very deeply", 200, deep, {}, `^: ${NO_JSON} (400019 bytes). ${FOREIGN}$`],
    ["another shape", 200, '{"id":1,"size":"big"}', {}, `${SHAPE} (id: `, "; size: ", `). ${BUG}$`],
    ["null", 200, "null", {}, "(the body: "],
    ["a redirect", 302, "", to(`${sso}?token=abc`), `(to ${sso}), which this API never has. ${FOREIGN}`],
    ["a redirect with secrets", 302, "", to(secret), `(to ${sso})`],
    ["a redirect from http to https", 301, "", to("https://127.0.0.1/"), "(to https://127.0.0.1/)", HTTPS],
  ];
  for (const [what, status, body, headers, ...parts] of bad)
    it(`throws a ShapeError that says so for a response that is ${what}`, () => {
      const error = errorFor(GET, status, headers, body);
      assert.ok(isShapeError(error), String(error));
      assert.match(error.message, matching(...parts));
      assert.ok(!error.message.includes("abc"));
    });

  const asked = {
    "with a schema": GET,
    "without a schema": omit(GET, ["schema"]),
    "to DELETE": DELETE,
  };
  for (const [what, request] of Object.entries(asked))
    it(`does not accept a web page as a response ${what}, whatever its content type`, () => {
      const title = "<title>\n Sign in | Corp \u001b[31mSSO\u001b[0m </title>";
      const error = errorFor(request, 200, {}, `<!DOCTYPE html>\n<html><head>${title}`);
      assert.ok(isShapeError(error) && !error.fromService, String(error));
      const begin = `/things/1: the response is a web page. ${PROBABLY}`;
      assert.match(error.message, matching(begin, ' in between. The page is titled "Sign in | Corp SSO".$'));
    });

  describe("a refusal", () => {
    it("is reported with all details of the service", () => {
      const body = { error: 404, errorCode: "THING_NOT_FOUND", detail: "No thing with ID x exists." };
      const error = errorFor(GET, 404, {}, { ...body, parameters: ["x", 5], reason: "Not Found" });
      assert.ok(isApiError(error));
      assert.equal(error.message, "GET /things/1: 404 THING_NOT_FOUND - No thing with ID x exists.");
      const { method, path, status, errorCode, detail, parameters, fromService } = error;
      assert.deepEqual([method, path, status, fromService], ["GET", "/things/1", 404, true]);
      assert.deepEqual([errorCode, detail, parameters], [body.errorCode, body.detail, ["x"]]);
    });

    const ROLE = ". The key was accepted, but it lacks the role";
    const PROJECT = "NOT_IN_GROUP. The project does not exist, or the API key has no role in it";
    const ADDRESS = "Add the address of this machine to the access list of the API key.$";
    const PROTO = '{"errorCode":"__proto__","detail":"constructor","__proto__":{"error":409}}';
    const NGINX = "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head>";
    const GO = "Client sent an HTTP request to an HTTPS server.\n";
    const TOMCAT = "Bad Request\nThis combination of host and port requires TLS.\n";
    const APACHE = "<html>Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />";
    const LONG_TITLE = `<html><title>${"A".repeat(20_000)}</title>`;
    const NESTED = `{"detail":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const WHITELIST = "IP address 10.0.0.1 is not allowed to access this resource: not on the whitelist.";
    const BLOCKED = { errorCode: "IP_ADDRESS_NOT_ON_ACCESS_LIST" };
    const UNSUPPORTED = { error: 403, errorCode: "FEATURE_UNSUPPORTED" };
    const VERSION = { "x-mongodb-service-version": "gitHash=abc; versionString=8.0.0" };
    const DIGEST = { "www-authenticate": "Digest realm=r, nonce=n" };
    /** What refuses, the response, and parts of the message in their order; whether the service itself refuses. */
    const refusals: [
      what: string,
      status: number,
      body: unknown,
      fromService: boolean,
      part: string,
      Headers?,
    ][] = [
      ["without a body, by the service", 409, "", true, "^: 409$", VERSION],
      ["with a reason alone", 400, { error: 400, reason: "Bad Request" }, true, ": 400 Bad Request$"],
      ["without a body", 400, "", false, `^: 400. ${PROBABLY}`],
      ["with empty fields", 400, { errorCode: "", detail: "" }, false, `^: 400. ${PROBABLY}`],
      ["with the error of another status", 404, { error: 500 }, false, "not from the service"],
      ["with a field that every object has", 409, PROTO, true, "^: 409 __proto__ - constructor$"],
      ["by a page with a long title", 502, LONG_TITLE, false, `titled "${"A".repeat(200)}... (`],
      ["in very deeply nested JSON", 400, NESTED, false, `^: 400. ${PROBABLY}`],
      ["by a busy service", 503, { error: 503 }, true, "^: 503$"],
      ["by nginx, which expects TLS there", 400, NGINX, false, HTTPS],
      ["by Go, which expects TLS there", 400, GO, false, HTTPS],
      ["by Apache, which expects TLS there", 400, APACHE, false, HTTPS],
      ["by Tomcat, which expects TLS there", 400, TOMCAT, false, HTTPS],
      ["for rights", 401, { errorCode: "NO_ROLE", detail: "No." }, true, `: 401 NO_ROLE - No${ROLE}`],
      ["for a missing project", 401, { errorCode: "NOT_IN_GROUP" }, true, PROJECT, DIGEST],
      ["for the address", 403, BLOCKED, true, ADDRESS],
      ["for the address, in words alone", 403, { error: 403, detail: WHITELIST }, true, ADDRESS],
      ["for the address, by a gateway", 403, { detail: "not on the access list." }, false, ADDRESS],
      ["for another reason", 403, UNSUPPORTED, true, "^: 403 FEATURE_UNSUPPORTED$"],
      ["of too many requests", 429, { errorCode: "RATE" }, true, "reduce opsmanager:maxConcurrency"],
    ];
    for (const [what, status, body, fromService, part, headers] of refusals)
      it(`${what} is explained`, () => {
        const error = errorFor(GET, status, headers, body);
        assert.ok(isApiError(error), String(error));
        assert.match(error.message, matching(...part.split(" ... ")));
        assert.deepEqual([error.status, error.fromService], [status, fromService]);
      });

    it("with long texts and control characters is one short line", () => {
      const error = errorFor(
        GET,
        400,
        {},
        {
          error: 400,
          errorCode: `X\u001b[2J${"Y".repeat(10_000)}`,
          detail: `\u001b]0;owned\u0007first\r\nerror: fake ${"A".repeat(500_000)}`,
          parameters: Array.from({ length: 10_000 }, () => `\u0000${"p".repeat(10_000)}`),
        },
      );
      assert.ok(isApiError(error));
      const line =
        /^GET \/things\/1: 400 XY+\.\.\. \(\d+ characters\) - first error: fake A+\.\.\. \(\d+ characters\)$/;
      assert.match(error.message, line);
      assert.ok(error.message.length < 2000, `${error.message.length} characters`);
      assert.ok((error.detail?.length ?? 0) < 1100 && (error.errorCode?.length ?? 0) < 200);
      assert.equal(error.parameters.length, 20);
      assert.ok(error.parameters.every((each) => each.length < 300 && each.startsWith("p")));
    });
  });
});
