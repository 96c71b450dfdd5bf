/** The resources of an exported program, and what `pulumi import` needs to take them over. */

import type { Declared, Listing } from "../../core/declaring";
import { slug, uniqueNames } from "../../core/export-names";
import { valueAt } from "../../core/problems";
import { completeInputs } from "../../core/stored";
import { apart, encode, withInputNames } from "../../dynamic/form";
import type { PlainObject } from "../../json";
import { withoutUndefined } from "../../json";
import type { AnyKind } from "../../kinds";
import { KINDS } from "../../kinds";
import { providerText } from "../../program/provider-text";
import type { Inventory, Place } from "./inventory";
import type { DeclaredSecret } from "./secrets";
import { likeness, sharedKeys } from "./secrets";

/** A resource of the program. Its arguments have `null` in place of each secret. */
export interface Declaration extends Omit<Declared<unknown>, "state" | "secrets" | "inputs"> {
  /** The name of the class. */
  readonly kind: string;
  /** The part of names that stands for its project; empty for the service. */
  readonly project: string;
  readonly secrets: readonly DeclaredSecret[];
  readonly inputs: PlainObject;
  readonly outputs: PlainObject;
}

/** A project or the service with the part of names that stands for it, and its resources. */
export interface DeclaredPlace extends Place {
  readonly slug: string;
  readonly declarations: readonly Declaration[];
}

/** The resources of a program, by the file that declares them. */
export type Program = readonly DeclaredPlace[];

/** What an export has written, and what it says about it. */
export interface Exported {
  readonly program: Program;
  readonly text: string;
}

export type Form = "resources" | "sets";

/** What a program has already, for one that is added to it. */
export interface Existing {
  /** The names of resources. */
  readonly names: Iterable<string>;
  /** The values of the configuration by key; secrets are decrypted. */
  readonly config: ReadonlyMap<string, string>;
  /** The names of the members of the set to which others are to be added. */
  readonly taken?: readonly string[];
  /** Whether a resource has an object of a listing, by the id of a resource that would have it alone. */
  readonly has: (listing: Listing<unknown>, id: string) => boolean;
}

export const NOTHING: Existing = { names: [], config: new Map(), has: () => false };

/** All resources, in the order of the program. */
export function resourcesOf(program: Program): Declaration[] {
  return program.flatMap(({ declarations }) => declarations);
}

/** Whether resources declare several objects as one argument. */
export function hasSets(program: Program): boolean {
  return resourcesOf(program).some(({ shared }) => shared?.argument !== undefined);
}

/** All secrets, in the order of the resources. */
export function secretsOf(program: Program): DeclaredSecret[] {
  return resourcesOf(program).flatMap(({ secrets }) => secrets);
}

/** The program that declares what was read, as far as it is not declared yet. */
export function programOf({ places }: Pick<Inventory, "places">, form: Form, existing = NOTHING): Program {
  const { config } = existing;
  // Secrets share keys as in the program of the whole.
  const shared = sharedKeys(secretsOf(declare(places, form)), config);
  const unique = uniqueNames(config.keys());
  const withKey = (secret: DeclaredSecret): DeclaredSecret => ({
    ...secret,
    key: shared.get(likeness(secret) ?? "") ?? unique(secret.key),
  });
  return declare(places, form, existing).map((place) => ({
    ...place,
    declarations: place.declarations.map((each) => ({ ...each, secrets: each.secrets.map(withKey) })),
  }));
}

function declare(places: readonly Place[], form: Form, existing = NOTHING): Program {
  const unique = uniqueNames(existing.names);
  const uniqueSlug = uniqueNames();
  const declared = places.map((place) => ({
    ...place,
    slug: uniqueSlug(slug(place.name) || `project-${place.id.slice(-6)}`),
    declarations: [] as Declaration[],
  }));
  // Kind by kind: the name of a set follows from that of its project, so it comes before other names.
  for (const kind of KINDS) {
    const { declaring } = kind;
    const { listing } = declaring;
    if ((declaring.form ?? form) !== form) continue;
    for (const { id, slug: prefix, objects, declarations } of declared) {
      const place = { projectId: id, slug: id === "" ? "" : prefix, taken: existing.taken ?? [] };
      const isDeclared = (live: unknown): boolean => existing.has(listing, listing.describe(live, id).id);
      const all = objects.get(listing) ?? [];
      const left = all.filter((live) => !isDeclared(live));
      const others = all.filter(isDeclared);
      const found = declaring.declare({ ...place, others }, left, unique);
      declarations.push(...found.map((each) => declarationOf(kind, each, place.slug)));
    }
  }
  return declared;
}

function declarationOf(
  { definition }: AnyKind,
  { state, secrets = [], ...declared }: ReturnType<AnyKind["declaring"]["declare"]>[number],
  project: string,
): Declaration {
  const allInputs = withoutUndefined(
    completeInputs(definition, withInputNames(apart(definition, { ...state.args })), {}),
  );
  // A set may have thousands of members, so that no copy is made for each secret.
  const args = structuredClone(declared.args);
  for (const { path } of secrets)
    Reflect.set(Object(valueAt(args, path.slice(0, -1))) as object, path.at(-1) ?? "", null);
  return {
    ...declared,
    args,
    kind: definition.kind,
    project,
    secrets: secrets.map((secret) => ({ ...secret, resource: declared.name, project })),
    inputs: allInputs,
    outputs: encode(definition, state, allInputs),
  };
}

/** An entry of the file for `pulumi import`, with which the plugin reads the object itself. */
export function pluginEntry({ kind, name, id }: Declaration): PlainObject {
  return { type: `opsmanager:index:${kind}`, name, id };
}

/** An entry of the file for `pulumi import` with the whole state, because the dynamic host reads none. */
export function importEntry({ kind, name, id, inputs, outputs }: Declaration): PlainObject {
  const provider = { __provider: providerText(kind) };
  return {
    type: `pulumi-nodejs:dynamic/opsmanager:${kind}`,
    name,
    id,
    inputs: { ...provider, ...inputs },
    outputs: { ...provider, ...outputs },
  };
}
