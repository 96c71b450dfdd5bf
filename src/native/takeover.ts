/** States that the dynamic classes have left: an alias of the schema leads to them, and the first update writes them in this form. */

import type { AnyKind } from "../core/definition";
import { withArgumentNames } from "../dynamic/inputs";
import type { PlainObject } from "../json";
import { omit } from "../json";
import { whole } from "./state";

/** Whether properties are those of a dynamic resource. */
export function isOfDynamicHost(props: PlainObject): boolean {
  return props["__provider"] !== undefined;
}

/** Properties in the form of the plugin. */
export function withoutDynamicForm(definition: AnyKind, props: PlainObject): PlainObject {
  if (!isOfDynamicHost(props)) return props;
  const { imported, connection, ...named } = withArgumentNames(omit(props, ["__provider"]));
  return {
    ...whole(definition, named),
    ...(imported === true && { __imported: true }),
    // The name of another connection is no address: the object is looked for.
    ...(connection !== undefined && { __server: connection }),
  };
}
