/** How objects and resources are named in the table. */

/** Returns a name for an object. @param scope where the id is unique; ids that the service generates are unique everywhere */
export function objectName(kind: string, id: string, scope = ""): string {
  // The service generates hexadecimal ids, and takes them in either case.
  return `${kind} ${scope} ${scope === "" ? id.toLowerCase() : id}`;
}

/** The id of an object without its project. */
export function idIn(object: string): string {
  return object.slice(Math.max(object.lastIndexOf("/"), object.lastIndexOf(" ")) + 1);
}

/** How a program announces the resource of a URN, in either form of the provider: `AlertConfig::name`. */
export function announcedNameOf(urn: string): string {
  return /opsmanager:(?:index:)?([A-Za-z0-9]+::[^]*)$/.exec(urn)?.[1] ?? urn;
}

/** Whether a resource is one of the classes, which alone announce how many they are. */
export function isOfClass(urn: string): boolean {
  return urn.includes("dynamic/opsmanager:");
}
