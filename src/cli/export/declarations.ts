/** The resources of an exported program, and what `pulumi import` needs to take them over. */

import type { Declared, NamedPlace } from "../../core/declaring";
import { slug, uniqueNames } from "../../core/declaring";
import { outputsOf } from "../../dynamic/inputs";
import type { PlainObject } from "../../json";
import { withoutUndefined } from "../../json";
import type { AnyKind } from "../../kinds";
import { KINDS } from "../../kinds";
import { providerText } from "../../program/provider-text";
import type { Inventory, Objects, Project } from "./inventory";
import type { Kept } from "./keep";
import { NOTHING_KEPT } from "./keep";

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
  /** The name of the Pulumi project. */
  readonly name: string;
  readonly projects: readonly DeclaredProject[];
  /** What belongs to no project. */
  readonly service: readonly Declaration[];
  /** What stays of an earlier export. */
  readonly kept: Kept;
}

/** All new resources, in the order of the program. */
export function resourcesOf({ projects, service }: Program): Declaration[] {
  return [...projects.flatMap(({ declarations }) => declarations), ...service];
}

/** The program that declares what was read. */
export function programOf(
  { projects, service }: Pick<Inventory, "projects" | "service">,
  form: "resources" | "sets",
  name: string,
  kept: Kept = NOTHING_KEPT,
): Program {
  const unique = uniqueNames(kept.resources.map((resource) => resource.name));
  const uniqueSlug = uniqueNames(kept.projectNames);
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
    const declareIn = (place: NamedPlace, objects: Objects): Declaration[] =>
      declaring
        .declare(place, objects.get(declaring.listing) ?? [], unique)
        .map((declared) => declarationOf(kind, declared));
    for (const project of named) {
      const place = { projectId: project.id, slug: project.slug };
      project.declarations.push(...declareIn(place, project.objects));
    }
    ofService.push(...declareIn({ projectId: "", slug: "" }, service));
  }
  return { name, kept, projects: named, service: ofService };
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
