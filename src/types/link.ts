/** Generated from `src/fields/link.ts` by `npm run generate`: change that. */

/**
 * A link of a resource: an absolute URL and its relation type.
 * @see [API](https://www.mongodb.com/docs/ops-manager/current/core/api/)
 */
export interface Link {
  /** The absolute URL. */
  href: string;
  /** The relation type, such as `self`. */
  rel: string;
}
