/** The resources of an exported program, and what `pulumi import` needs to take them over. */

import type { Declared, Secret } from "../../core/declaring";
import { slug, uniqueNames } from "../../core/declaring";
import { pathText } from "../../core/problems";
import { outputsOf } from "../../dynamic/inputs";
import type { PlainObject } from "../../json";
import { withoutUndefined } from "../../json";
import type { AnyKind } from "../../kinds";
import { KINDS } from "../../kinds";
import { providerText } from "../../program/provider-text";
import type { Inventory, Objects, Project } from "./inventory";

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

/**
 * Declares what was read.
 * @param taken the names of resources and projects that are in use already
 */
export function declare(
  { projects, service }: Pick<Inventory, "projects" | "service">,
  form: "resources" | "sets",
  taken: { readonly resources: readonly string[]; readonly projects: readonly string[] },
): { readonly projects: readonly DeclaredProject[]; readonly service: readonly Declaration[] } {
  const unique = uniqueNames(taken.resources);
  const uniqueSlug = uniqueNames(taken.projects);
  const named = projects.map((project) => ({
    ...project,
    slug: uniqueSlug(slug(project.name) || `project-${project.id.slice(-6)}`),
    declarations: [] as Declaration[],
  }));
  const kinds = KINDS.filter(({ declaring }) => declaring.form === undefined || declaring.form === form);
  const ofService: Declaration[] = [];
  // Kind by kind: the name of a set follows from that of its project, so it comes before other names.
  for (const kind of kinds) {
    const declareIn = (
      place: { readonly id: string; readonly slug: string },
      objects: Objects,
    ): Declaration[] =>
      kind.declaring
        .declare({ projectId: place.id, slug: place.slug }, objects.get(kind.declaring.listing) ?? [], unique)
        .map((declared) => declarationOf(kind, declared));
    for (const project of named) project.declarations.push(...declareIn(project, project.objects));
    ofService.push(...declareIn({ id: "", slug: "" }, service));
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

/** The path of an argument, as `notifications[1].apiToken`. */
export function pathOf({ path }: Secret): string {
  return pathText(path);
}
