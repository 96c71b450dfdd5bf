/** The names of resources, for messages. */

/** Returns the name of a resource from its URN. */
export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Returns the names of resources from their URNs, as messages show them. */
export function quotedNames(resources: readonly string[]): string {
  return resources.map((resource) => JSON.stringify(nameOf(resource))).join(", ");
}

/** @param names the resources that claim the object */
export function conflictText(names: readonly string[], object: string): string {
  const quoted = names.map((name) => JSON.stringify(name)).join(" and ");
  return `The resources ${quoted} both manage the ${object}: keep one of them. Nothing was written.`;
}
