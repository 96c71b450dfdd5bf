import { ENTITIES_SCRIPT } from "./entities-script";
import { MERGE_SCRIPT } from "./merge-script";

/**
 * The script of the control page. It shows what it reads without the token, so that secrets are masked, and writes with it.
 * Data is inserted as text only.
 */
export const SCRIPT = `"use strict";

const API_PATH = "/api/public/v1.0";
const LAST_REQUESTS = 100;
const LONGEST_TEXT = 2000;
const REFRESH_MS = 1500;

const ACTIONS = [
  ["Refuse the connection", "refuse"],
  ["Reset before processing", "resetBefore"],
  ["Reset after processing", "resetAfter"],
  ["Truncate the response", "truncate"],
  ["Delay by 2 s", { delayMs: 2000 }],
  ["Status 429", { status: 429, headers: { "Retry-After": "1" } }],
  ["Status 500", { status: 500 }],
  ["Status 503", { status: 503, headers: { "Retry-After": "1" } }],
];

const byId = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function say(text) {
  byId("message").textContent = text;
}

// The token comes in the fragment of the URL, which is not sent to any server, and is removed from it at once.
let token = "";

function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given !== null) history.replaceState(null, "", location.pathname);
  useToken(given ?? sessionStorage.getItem("token") ?? "");
}

function useToken(text) {
  token = text;
  sessionStorage.setItem("token", token);
  byId("access").hidden = token !== "";
  enableChanges(document);
}

function enableChanges(area) {
  for (const element of area.querySelectorAll(".change")) element.disabled = token === "";
}

async function call(method, path, body, isTrusted = method !== "GET") {
  const response = await fetch(path, {
    method,
    cache: "no-store",
    headers: isTrusted ? { Authorization: "Bearer " + token } : {},
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const result = await response.json();
  if (response.status === 401) useToken("");
  if (!response.ok) throw new Error(result.error);
  return result;
}

async function change(what, method, path, body) {
  try {
    await call(method, path, body);
    say(what);
  } catch (error) {
    say("Failed: " + error.message);
  }
  await refresh();
}

// Asks in the page; Escape is a no. Each question has its dialog, because the event "close" comes later than the dialog closes.
function ask(question, action) {
  const yes = make("button", { value: "yes" }, action);
  const no = make("button", { value: "", autofocus: true }, "Cancel");
  const form = make("form", { method: "dialog" }, make("p", {}, question), make("div", { className: "tools" }, yes, no));
  const dialog = make("dialog", { ariaLabel: question }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

const shown = new Map();

// Draws only changes, so that focus and open details are kept.
function draw(area, value, show) {
  const text = JSON.stringify(value);
  if (shown.get(area) === text) return;
  shown.set(area, text);
  show(value);
}

function drawSummary({ counters, entities }) {
  byId("summary").textContent =
    counters.requests + " requests, " + counters.challenges + " challenges, " + counters.writes + " writes";
  const select = byId("collection");
  for (const [name, count] of Object.entries(entities)) {
    const option = select.querySelector("option[value=" + name + "]") ?? make("option", { value: name });
    option.textContent = name + " (" + count + ")";
    if (option.parentElement === null) select.append(option);
  }
}

function drawFaults(faults) {
  byId("faults").replaceChildren(
    ...faults.map((fault) => {
      const text = describeFault(fault);
      const button = make("button", { type: "button", className: "change", disabled: token === "" }, "Remove");
      button.setAttribute("aria-label", "Remove: " + text);
      button.addEventListener("click", () => change("Fault removed.", "DELETE", "/faults/" + fault.id));
      return make("li", {}, make("span", {}, text), button);
    }),
  );
  byId("clear-faults").hidden = faults.length === 0;
}

function describeFault({ action, match = {}, acted }) {
  const { method = "Any method", path = "any path", nth = 1, times = 1 } = match;
  const often = times === "always" ? "every request" : times === 1 ? "once" : times + " times";
  const from = nth === 1 ? "" : " from request " + nth;
  const used = times !== "always" && acted >= times ? ", used up" : "";
  return (
    describeAction(action) + ": " + method + ", " + path + ", " + often + from + " (acted: " + acted + used + ")"
  );
}

function describeAction(action) {
  if (typeof action === "string") return (ACTIONS.find((known) => known[1] === action) ?? [action])[0];
  if ("mergePatch" in action) return "Stores " + JSON.stringify(action.mergePatch);
  return "status" in action ? "Status " + action.status : "Delay by " + action.delayMs / 1000 + " s";
}

let newest = 0;

function drawRequests(records) {
  const body = byId("requests");
  const last = records.at(-1)?.number ?? 0;
  if (last < newest || records.length === 0) body.replaceChildren();
  const known = body.childElementCount === 0 ? 0 : newest;
  for (const record of records) if (record.number > known) body.prepend(requestRow(record));
  while (body.childElementCount > LAST_REQUESTS) body.lastElementChild.remove();
  newest = last;
  byId("no-requests").hidden = records.length > 0;
}

function requestRow(record) {
  const { number, at, method, target, status, ms, errorCode, fault, challenge, body } = record;
  const notes = [
    errorCode,
    challenge === undefined ? undefined : challenge.stale ? "challenge, stale" : "challenge",
    fault === undefined ? undefined : "fault: " + fault,
  ].filter((note) => note !== undefined);
  const below = target.startsWith(API_PATH + "/") ? target.slice(API_PATH.length) : target;
  const request = make("td", { className: "wide", title: target }, method + " " + below);
  if (notes.length > 0) request.append(make("span", { className: "note" }, notes.join(", ")));
  if (body !== undefined)
    request.append(make("details", {}, make("summary", {}, "Body"), make("pre", {}, pretty(body))));
  return make(
    "tr",
    { className: challenge === undefined ? "" : "challenge" },
    make("td", {}, String(number)),
    make("td", {}, new Date(at).toTimeString().slice(0, 8)),
    make("td", { className: status === undefined || status >= 400 ? "bad" : "good" }, String(status ?? "closed")),
    request,
    make("td", {}, ms.toFixed(1)),
  );
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), shorten, 2);
  } catch {
    return body;
  }
}

function shorten(_name, value) {
  return typeof value === "string" && value.length > LONGEST_TEXT
    ? value.slice(0, LONGEST_TEXT) + " ... (" + value.length + " characters)"
    : value;
}

${MERGE_SCRIPT}
${ENTITIES_SCRIPT}
let isSilent = false;
let latest = 0;

async function refresh() {
  const turn = (latest += 1);
  try {
    const overview = await call("GET", "/");
    draw("summary", overview, drawSummary);
    const collection = byId("collection").value;
    const [faults, requests, entities] = await Promise.all([
      call("GET", "/faults"),
      call("GET", "/requests?last=" + LAST_REQUESTS),
      readEntities(collection),
    ]);
    // A later refresh has newer data, possibly of another collection.
    if (turn !== latest) return;
    draw("faults", { faults, token }, ({ faults }) => drawFaults(faults));
    draw("requests", requests, drawRequests);
    draw("entities", { ...entities, token }, drawEntities);
    if (isSilent) say("The emulator responds again.");
    isSilent = false;
  } catch {
    isSilent = true;
    say("The emulator does not respond.");
  }
}

function start() {
  for (const [name, action] of ACTIONS) {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => {
      const [method, path, times] = ["method", "path", "times"].map((id) => byId(id).value.trim());
      const match = {
        ...(method === "" ? {} : { method }),
        ...(path === "" ? {} : { path }),
        times: times === "always" ? times : Number(times),
      };
      return change("Fault added: " + name + ".", "POST", "/faults", { match, action });
    });
    byId("actions").append(button);
  }
  byId("clear-faults").addEventListener("click", () => change("All faults removed.", "DELETE", "/faults"));
  byId("clear-requests").addEventListener("click", () => change("Requests cleared.", "DELETE", "/requests"));
  byId("reset").addEventListener("click", async () => {
    if (await ask("Restore the initial state? All changes since the start are lost.", "Restore"))
      await change("Initial state restored.", "POST", "/reset");
  });
  byId("collection").addEventListener("change", refresh);
  byId("hide-challenges").addEventListener("change", (event) =>
    byId("requests").classList.toggle("hide-challenges", event.target.checked),
  );
  byId("access").addEventListener("submit", (event) => {
    event.preventDefault();
    useToken(byId("token").value.trim());
    byId("token").value = "";
    refresh();
  });
  addEventListener("hashchange", () => {
    takeToken();
    refresh();
  });
  setInterval(() => {
    if (byId("live").checked && !document.hidden) refresh();
  }, REFRESH_MS);
  takeToken();
  refresh();
}

start();
`;
