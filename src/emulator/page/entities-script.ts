import { COLLECTIONS } from "../collections";

/** Part of the page's script: the entities of a collection, each of which can be edited, copied and deleted. */
export const ENTITIES_SCRIPT = `
const KEYS = ${JSON.stringify(COLLECTIONS)};
const PARENTS = { groupId: "projects", apiKeyId: "apiKeys" };
const MOST_ROWS = 24;

function pathOf(collection, entity) {
  const { scopeField, idField } = KEYS[collection];
  const scope = scopeField === undefined ? [] : [entity[scopeField]];
  return "/state/" + [collection, ...scope, entity[idField]].map(encodeURIComponent).join("/");
}

function parentOf(collection) {
  const { scopeField, idField } = KEYS[collection];
  return { field: scopeField ?? idField, collection: PARENTS[scopeField ?? idField] };
}

async function readEntities(collection) {
  const parent = parentOf(collection).collection;
  const [entities, parents] = await Promise.all([
    call("GET", "/state/" + collection),
    parent === undefined ? [] : call("GET", "/state/" + parent),
  ]);
  return { collection, entities, names: Object.fromEntries(parents.map(({ id, name, desc }) => [id, name ?? desc])) };
}

// The items of each collection by path. They are kept, so that a refresh moves no focus and loses no edit.
const items = new Map();

function drawEntities({ collection, entities, names }) {
  const area = byId("entities");
  area.dataset.collection = collection;
  const known = items.get(collection) ?? new Map();
  const current = new Map();
  for (const entity of entities) {
    const path = pathOf(collection, entity);
    const item = known.get(path) ?? createItem(collection, path);
    item.show(entity, names[entity[parentOf(collection).field]]);
    current.set(path, item);
  }
  for (const [path, item] of known) {
    if (current.has(path) || item.editor === undefined) continue;
    item.showAsDeleted();
    current.set(path, item);
  }
  items.set(collection, current);
  arrange(area, current.size === 0 ? [make("p", {}, "None.")] : [...current.values()].map(({ element }) => element));
  enableChanges(area);
}

// An element that is already in its place is not moved: moving it would take the focus from it.
function arrange(area, elements) {
  for (const child of [...area.children]) if (!elements.includes(child)) child.remove();
  let next = area.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else area.insertBefore(element, next);
  }
}

function createItem(collection, path) {
  const title = make("span");
  const place = make("small");
  const text = make("pre");
  const buttons = new Map();
  const addButton = (name, act) => {
    const button = make("button", { type: "button", className: "change" }, name);
    button.addEventListener("click", act);
    buttons.set(name, button);
    return button;
  };
  const tools = make(
    "div",
    { className: "tools" },
    addButton("Edit", () => openEditor(item, false)),
    addButton("Duplicate", () => openEditor(item, true)),
    addButton("Delete", () => remove(item)),
  );
  const toggle = addButton("Disable", () => {
    const enabled = !item.entity.enabled;
    return change(item.title + (enabled ? " enabled." : " disabled."), "PATCH", path, { enabled });
  });
  const details = make("details", {}, make("summary", {}, title, place), text, tools);
  const element = make("div", { className: "entity" }, details, toggle);
  const item = {
    collection,
    path,
    element,
    buttons,
    show(entity, parentName) {
      const { name, clusterName, eventTypeName, desc, username, cidrBlock, groupId, enabled } = entity;
      const { type, clusterId } = entity;
      const id = entity.id ?? clusterId ?? groupId ?? entity.apiKeyId ?? "";
      const names = [name, clusterName, eventTypeName, desc, username, cidrBlock, type, clusterId, parentName, id];
      const label = names.find((each) => each !== undefined);
      item.entity = entity;
      item.title = label;
      title.textContent = label;
      const state = enabled === false ? "disabled" : "";
      item.place = [parentName, id].filter((part) => part && part !== label).join(", ");
      place.textContent = [state, item.place].filter((part) => part !== "").join(", ");
      text.textContent = JSON.stringify(entity, shorten, 2);
      toggle.hidden = typeof enabled !== "boolean";
      toggle.textContent = enabled ? "Disable" : "Enable";
      for (const button of buttons.values())
        button.setAttribute("aria-label", button.textContent + ": " + (label === id ? id : label + " " + id));
    },
    showAsDeleted() {
      place.textContent = "deleted";
      toggle.hidden = true;
    },
    setEditor(editor) {
      if (editor === undefined) item.editor.remove();
      else details.append(editor);
      item.editor = editor;
      details.open = true;
      text.hidden = tools.hidden = editor !== undefined;
    },
  };
  return item;
}

async function remove(item) {
  if (!(await ask("Delete " + item.title + (item.place === "" ? "?" : " (" + item.place + ")?"), "Delete"))) return;
  try {
    await call("DELETE", item.path);
    const { nextElementSibling, previousElementSibling } = item.element;
    items.get(item.collection).delete(item.path);
    item.element.remove();
    ((nextElementSibling ?? previousElementSibling)?.querySelector("summary") ?? byId("collection")).focus();
    say(item.title + " deleted.");
  } catch (error) {
    say("Failed: " + error.message);
  }
  await refresh();
}

let editors = 0;

async function openEditor(item, isCopy) {
  let seen;
  let real;
  try {
    [seen, real] = await Promise.all([call("GET", item.path), call("GET", item.path, undefined, true)]);
  } catch (error) {
    say("Failed: " + error.message);
    return;
  }
  if (item.editor !== undefined) return;
  seen = JSON.parse(JSON.stringify(seen, shorten));
  if (isCopy) for (const copy of [seen, real]) removeGenerated(copy);
  const masks = findMasks(seen, real);
  const lines = JSON.stringify(seen, undefined, 2);
  const id = "editor-" + (editors += 1);
  const area = make("textarea", { id, value: lines, spellcheck: false });
  area.rows = Math.min(lines.split("\\n").length + 1, MOST_ROWS);
  const problem = make("p", { id: id + "-problem", className: "bad" });
  problem.setAttribute("role", "alert");
  area.setAttribute("aria-describedby", problem.id);
  const label = make("label", { htmlFor: id }, "JSON of " + (isCopy ? "a copy of " : "") + item.title);
  const cancel = make("button", { type: "button" }, "Cancel");
  const save = make("button", { className: "change" }, isCopy ? "Add" : "Save");
  const form = make("form", {}, label, area, problem, make("div", { className: "tools" }, save, cancel));

  const close = () => {
    item.setEditor(undefined);
    item.buttons.get(isCopy ? "Duplicate" : "Edit").focus();
    // The item of an entity that was deleted goes with its editor.
    shown.delete("entities");
  };
  cancel.addEventListener("click", () => {
    close();
    refresh();
  });
  let isBusy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    try {
      const saved = parseObject(area.value);
      const text = isCopy ? await add(item, mergeEdit(seen, saved, real, masks)) : await write(item, seen, saved, masks);
      close();
      say(text);
    } catch (error) {
      problem.textContent = error.message;
      area.setAttribute("aria-invalid", "true");
      area.focus();
    }
    isBusy = false;
    await refresh();
  });
  item.setEditor(form);
  area.focus();
  area.setSelectionRange(0, 0);
}

// The emulator generates these for a new entity.
function removeGenerated(entity) {
  if (/^[0-9a-f]{24}$/.test(entity.id)) delete entity.id;
  delete entity.created;
  delete entity.updated;
}

function parseObject(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error("This is not valid JSON: " + error.message);
  }
  if (!isRecord(value)) throw new Error("This is not a JSON object: it must start with { and end with }.");
  return value;
}

// Sends only what the user changed, so that a change by others to another field is kept.
async function write(item, seen, saved, masks) {
  const real = await call("GET", item.path, undefined, true);
  const patch = makePatch(real, mergeEdit(seen, saved, real, masks));
  if (Object.keys(patch).length === 0) return item.title + ": nothing was changed.";
  await call("PATCH", item.path, patch);
  return item.title + " saved.";
}

async function add(item, entity) {
  const { scopeField } = KEYS[item.collection];
  if (scopeField !== undefined && !entity[scopeField]) throw new Error(scopeField + " is missing.");
  const scope = scopeField === undefined ? "" : "/" + encodeURIComponent(entity[scopeField]);
  const notifications = entity.notifications?.map((notification) => ({ ...notification, id: newId() }));
  await call("POST", "/state/" + item.collection + scope, notifications ? { ...entity, notifications } : entity);
  return "A copy of " + item.title + " was added.";
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
`;
