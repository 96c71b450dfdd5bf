import assert from "node:assert/strict";
import { Stop } from "../../../src/http/stop";

describe("Stop", () => {
  it("tells each listener once, with the first reason", () => {
    const stop = new Stop();
    const told: unknown[] = [];
    stop.addEventListener("abort", () => told.push(["a", stop.aborted, stop.reason]));
    stop.addEventListener("abort", () => told.push("b"));
    stop.throwIfAborted();
    stop.abort("enough");
    stop.abort("again");
    assert.deepEqual(told, [["a", true, "enough"], "b"]);
    assert.throws(
      () => stop.throwIfAborted(),
      (reason) => reason === "enough",
    );
  });

  it("does not tell who left, even in the moment of the end, nor who comes after it", () => {
    const stop = new Stop();
    const told: string[] = [];
    const left = (): void => void told.push("left");
    const leaving = (): void => void told.push("leaving");
    stop.addEventListener("abort", left);
    stop.removeEventListener("abort", left);
    stop.addEventListener("abort", () => {
      told.push("first");
      stop.removeEventListener("abort", leaving);
      stop.addEventListener("abort", () => told.push("late"));
    });
    stop.addEventListener("abort", leaving);
    stop.abort("enough");
    assert.deepEqual(told, ["first"]);
  });
});
