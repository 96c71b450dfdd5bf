/**
 * The search of the site. Words that people use and that a page does not contain are in its front matter as `keywords`; those
 * of one section are in a comment below its heading: `<!-- keywords: self-signed, private CA -->`.
 */

import type { DefaultTheme } from "vitepress";

/** The index takes nothing from a page but the text of its sections. So that text contains the keywords in brackets. */
function renderWithKeywords(
  ...[text, env, md]: Parameters<NonNullable<DefaultTheme.LocalSearchOptions["_render"]>>
) {
  const html = md.render(text.replace(/^<!-- keywords: (.+) -->$/gm, "[keywords: $1]"), env);
  const keywords: unknown = env.frontmatter?.["keywords"] ?? "";
  return html.replace("</h1>", `</h1>[keywords: ${String(keywords)}]`);
}

// The site contains the functions below as text. They must not use anything outside themselves.
const index = {
  fields: ["title", "titles", "text", "keywords"],
  extractField: (section: Readonly<Record<string, string>>, field: string) =>
    field === "keywords" ? (/\[keywords: ([^\]]*)\]/.exec(section["text"] ?? "")?.[1] ?? "") : section[field],
  // Symbols too, so that a piece of an error message such as `Input<Open<` is found.
  tokenize: (text: string) => text.split(/[\n\r\p{Z}\p{P}\p{S}]+/u),
  processTerm: (term: string, field?: string) => {
    const common =
      /^(a|all|an|and|are|as|at|be|by|can|cannot|do|does|find|for|from|have|how|i|if|in|into|is|it|its|me|my|no|not|of|on|or|our|should|so|that|the|then|there|this|to|too|up|use|want|was|we|what|when|where|which|why|will|with|without|you|your)$/;
    // "cluster name" also finds ClusterName. A search, which has no field, for ClusterName finds only that.
    const parts = field !== undefined && /^[A-Z]/.test(term) ? (term.match(/[A-Z][a-z0-9]+/g) ?? []) : [];
    const words = [...new Set([term, ...parts])].map((word) => word.toLowerCase());
    return words.filter((word) => !common.test(word));
  },
};

export const search: DefaultTheme.LocalSearchOptions = {
  _render: renderWithKeywords,
  miniSearch: {
    options: index,
    searchOptions: {
      boost: { title: 4, keywords: 4, text: 2, titles: 0.3 },
      boostDocument: (id: string) => {
        if (/\/(reference|bench)\//.test(id)) return 0.3;
        return /\/(examples|template|architecture|CHANGELOG|CONTRIBUTING|SECURITY)\b/.test(id) ? 0.5 : 1;
      },
      // Words of almost every page.
      boostTerm: (term) => (/^(pulumi|ops|manager|mongodb)$/.test(term) ? 0.3 : 1),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    },
  },
};
