import assert from "node:assert/strict";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { openStruct, sealStruct } from "../../../src/native/values";

const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});
const opened = (props: object) => openStruct(Struct.fromJavaScript(props as never));

describe("the values of the engine", () => {
  const lists: [what: string, props: object, plain: object, secrets: (string | number)[][]][] = [
    [
      "an item that is null before a marked one",
      { notifications: [null, { channelName: secret("#dba") }] },
      { notifications: [{ channelName: "#dba" }] },
      [["notifications", 0, "channelName"]],
    ],
    [
      "a marked item after two that are null",
      { labels: [null, secret(null), secret("x")] },
      { labels: ["x"] },
      [["labels", 0]],
    ],
    [
      "a member that is null before a marked one",
      { alertConfigs: { a: null, b: { eventTypeName: secret("HOST_DOWN") } } },
      { alertConfigs: { a: null, b: { eventTypeName: "HOST_DOWN" } } },
      [["alertConfigs", "b", "eventTypeName"]],
    ],
    ["a list that is marked as a whole", { matchers: secret([null, 1]) }, { matchers: [1] }, [["matchers"]]],
  ];
  for (const [what, props, plain, secrets] of lists)
    it(`have the marks of secrets at the right places: ${what}`, () => {
      const found = opened(props);
      assert.deepEqual(found, { plain, secrets });
      assert.deepEqual(opened(sealStruct(found.plain, found.secrets).toJavaScript()).secrets, secrets);
    });
});
