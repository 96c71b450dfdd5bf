import assert from "node:assert/strict";
import { isConfigError } from "../../../src/errors";
import { parseBaseUrl } from "../../../src/http/base-url";

const API = "/api/public/v1.0";

describe("parseBaseUrl", () => {
  const good: [text: string, origin: string, path: string][] = [
    ["https://om.example.com", "https://om.example.com", API],
    ["https://om.example.com:8443/api/public/v1.0", "https://om.example.com:8443", API],
    ["https://om.example.com:8443/api/public/v1.0///", "https://om.example.com:8443", API],
    ["https://gw.example.com/om", "https://gw.example.com", `/om${API}`],
    ["https://gw.example.com/om/api/public/v1.0/", "https://gw.example.com", `/om${API}`],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080", API],
    ["http://127.9.8.7", "http://127.9.8.7", API],
    ["http://localhost:8080", "http://localhost:8080", API],
    ["http://[::1]:8080", "http://[::1]:8080", API],
  ];
  for (const [text, origin, path] of good)
    it(`reads ${text}`, () => assert.deepEqual(parseBaseUrl(text, false), { origin, path }));

  const FORM =
    /^baseUrl is not a URL of the form https:\/\/host:port with .* begin with https:\/\/ or http:\/\/, and contain no user info, query or fragment\.$/;
  const PLAIN =
    /is plain http to om\.example\.com:8080.*set allowHttp \(opsmanager:allowHttp, OPSMANAGER_ALLOW_HTTP\)/;
  const bad: [text: string, message: RegExp][] = [
    ["om.example.com", FORM],
    ["", FORM],
    ["https://user:hunter2@om.example.com", FORM],
    ["https://om.example.com?", FORM],
    ["https://om.example.com/#", FORM],
    ["http://om.example.com:8080", PLAIN],
    ["http://127.0.0.1.example.com", /is plain http/],
  ];
  for (const [text, message] of bad)
    it(`refuses ${text}`, () =>
      assert.throws(
        () => parseBaseUrl(text, false),
        (error) => isConfigError(error) && message.test(error.message) && !error.message.includes("hunter2"),
      ));

  it("accepts plain http to another host if allowed", () =>
    assert.equal(parseBaseUrl("http://om.example.com", true).origin, "http://om.example.com"));
});
