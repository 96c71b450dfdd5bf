/** The resources of an exported program, and what `pulumi import` needs to take them over. */

import type { Declared, Listing, NamedPlace } from "../../core/declaring";
import { slug, uniqueNames } from "../../core/declaring";
import { outputsOf } from "../../dynamic/inputs";
import type { PlainObject } from "../../json";
import { withoutUndefined } from "../../json";
import type { AnyKind } from "../../kinds";
import { KINDS } from "../../kinds";
import { providerText } from "../../program/provider-text";
import type { Inventory, Objects, Project } from "./inventory";
import type { DeclaredSecret } from "./secrets";
import { likeness, sharedKeys } from "./secrets";

/** A resource of the program. */
export interface Declaration extends Omit<Declared<unknown>, "state"> {
  /** The name of the class. */
  readonly kind: string;
  readonly outputs: PlainObject;
}

/** A project with the part of names that stands for it, and its resources. */
export interface DeclaredProject extends Project {
  readonly slug: string;
  readonly declarations: readonly Declaration[];
}

/** The resources of a program, by the file that declares them. */
export interface Program {
  readonly projects: readonly DeclaredProject[];
  /** What belongs to no project. */
  readonly service: readonly Declaration[];
}

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
  /** The names of the members of the set of a project to which others are to be added. */
  readonly membersOf: (projectId: string) => readonly string[];
  /** Whether a resource has an object of a listing, by the id of a resource that would have it alone. */
  readonly has: (listing: Listing<unknown>, id: string) => boolean;
}

/** All resources, in the order of the program. */
export function resourcesOf({ projects, service }: Program): Declaration[] {
  return [...projects.flatMap(({ declarations }) => declarations), ...service];
}

/** All secrets, in the order of the resources. */
export function secretsOf(program: Program): DeclaredSecret[] {
  return resourcesOf(program).flatMap(({ name, secrets }) =>
    secrets.map((secret) => ({ ...secret, resource: name })),
  );
}

/** The program that declares what was read. */
export function programOf(inventory: Pick<Inventory, "projects" | "service">, form: Form): Program {
  const program = declare(inventory, form);
  return withKeys(program, sharedKeys(secretsOf(program)));
}

/** The part of it that is not declared yet. */
export function addition(
  inventory: Pick<Inventory, "projects" | "service">,
  form: Form,
  existing: Existing,
): Program {
  const { config } = existing;
  // Secrets share keys as in the program of the whole.
  const keys = sharedKeys(secretsOf(declare(inventory, form)), config);
  return withKeys(declare(inventory, form, existing), keys, config.keys());
}

function withKeys(
  program: Program,
  shared: ReadonlyMap<string, string>,
  others: Iterable<string> = [],
): Program {
  // `shop.host-down.slack-2.apiToken`
  const unique = uniqueNames(others, (key, number) => key.replace(/(?=\.[^.]*$)/, `-${number}`));
  const complete = (declaration: Declaration): Declaration => ({
    ...declaration,
    secrets: declaration.secrets.map((secret) => ({
      ...secret,
      key: shared.get(likeness(secret) ?? "") ?? unique(secret.key),
    })),
  });
  return {
    projects: program.projects.map((project) => ({
      ...project,
      declarations: project.declarations.map(complete),
    })),
    service: program.service.map(complete),
  };
}

export const NOTHING: Existing = { names: [], config: new Map(), membersOf: () => [], has: () => false };

function declare(
  { projects, service }: Pick<Inventory, "projects" | "service">,
  form: Form,
  { names, has, membersOf }: Existing = NOTHING,
): Program {
  const unique = uniqueNames(names);
  const uniqueSlug = uniqueNames();
  const named = projects.map((project) => ({
    ...project,
    slug: uniqueSlug(slug(project.name) || `project-${project.id.slice(-6)}`),
    declarations: [] as Declaration[],
  }));
  const ofService: Declaration[] = [];
  // Kind by kind: the name of a set follows from that of its project, so it comes before other names.
  for (const kind of KINDS) {
    const { declaring } = kind;
    if (declaring.form !== undefined && declaring.form !== form) continue;
    const declareIn = (place: NamedPlace, objects: Objects): Declaration[] => {
      const all = objects.get(declaring.listing) ?? [];
      const { listing } = declaring;
      const isDeclared = (live: unknown): boolean => has(listing, listing.describe(live, place).id);
      const left = all.filter((live) => !isDeclared(live));
      const others = all.filter(isDeclared);
      return declaring
        .declare({ ...place, others }, left, unique)
        .map((declared) => declarationOf(kind, declared));
    };
    for (const project of named) {
      const place = { projectId: project.id, slug: project.slug, taken: membersOf(project.id) };
      project.declarations.push(...declareIn(place, project.objects));
    }
    ofService.push(...declareIn({ projectId: "", slug: "" }, service));
  }
  return { projects: named, service: ofService };
}

function declarationOf(
  { definition }: AnyKind,
  { state, inputs, ...declared }: ReturnType<AnyKind["declaring"]["declare"]>[number],
): Declaration {
  const normalized = withoutUndefined(definition.normalize?.(inputs, {}) ?? inputs);
  return {
    ...declared,
    kind: definition.kind,
    inputs: normalized,
    outputs: outputsOf(definition, state, normalized),
  };
}

/** An entry of the file for `pulumi import`. */
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
