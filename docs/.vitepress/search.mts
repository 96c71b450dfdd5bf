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
  return (
    html
      .replace("</h1>", `</h1>[keywords: ${String(keywords)}]`)
      // The label of a block, such as "console".
      .replaceAll(/<span class="lang">\w+<\/span>/g, "")
  );
}

// The site contains the functions below as text. They must not use anything outside themselves.
const index = {
  fields: ["title", "titles", "text", "keywords"],
  extractField: (section: Readonly<Record<string, string>>, field: string) => {
    const keywords = /\[keywords: ([^\]]*)\]/;
    if (field === "keywords") return keywords.exec(section["text"] ?? "")?.[1] ?? "";
    return field === "text" ? section["text"]?.replace(keywords, "") : section[field];
  },
  /** Makes one word of words that belong together, and splits at spaces, punctuation and symbols, as in `Input<Open<`. */
  tokenize: (text: string) =>
    text
      .replaceAll(/\b(?:user|web|graphical)[ \n-](?:interface|ui|console)\b/gi, "ui")
      .replaceAll(/\be-(?=mail)/gi, "")
      .replaceAll(/\bby hand\b/gi, "manually")
      .replaceAll(/\b(?:hand|give|giv)(?:s|ed|en|ing)?((?: \w+){0,3}?) (?:over|away)\b/gi, "handover$1")
      .replaceAll(/\btak(?:e|es|en|ing)((?: \w+){0,2}?) over\b/gi, "takeover$1")
      .replaceAll(/\b(?:switch|turn)(?:es|s|ed|ing)?((?: \w+){0,2}?) off\b/gi, "disable$1")
      .split(/[\n\r\p{Z}\p{P}\p{S}]+/u),
  processTerm: (term: string, field?: string) => {
    const common =
      /^(a|all|an|and|are|as|at|be|by|can|cannot|do|does|find|for|from|have|how|i|if|in|into|is|it|its|me|my|no|not|of|on|or|our|should|so|that|the|then|there|this|to|too|up|use|want|was|we|what|when|where|which|why|will|with|without|you|your)$/;
    const synonyms = Object.entries({
      adopt: /^(?:adopt|takeover)/,
      disable: /^(?:disable|mute|silence|suppress|snooze|pause|deactivat)/,
      leak: /^(?:leak|compromise|expose|disclose|stole)/,
      mail: /^(?:mail|email)/,
      manual: /^manual/,
      mistake: /^(?:mistake|accident)/,
      somebody: /^(?:somebody|someone|anyone)$/,
      ui: /^(?:ui|gui|webui)$/,
    });
    // "cluster name" also finds ClusterName. A search, which has no field, for ClusterName finds only that.
    const parts = field !== undefined && /^[A-Z]/.test(term) ? (term.match(/[A-Z][a-z0-9]+/g) ?? []) : [];
    return [...new Set([term, ...parts])]
      .filter((word) => !common.test(word.toLowerCase()))
      .map((word) => {
        // A name of the program is found as it is.
        if (!/^[A-Z]?[a-z]+$/.test(word)) return word.toLowerCase();
        const lower = word.toLowerCase();
        const synonym = synonyms.find(([, words]) => words.test(lower));
        if (synonym !== undefined) return synonym[0];
        return lower.replace(/ies$/, "y").replace(/(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, "");
      });
  },
};

export const search: DefaultTheme.LocalSearchOptions = {
  _render: renderWithKeywords,
  // A result with the beginning of its text.
  detailedView: true,
  miniSearch: {
    options: index,
    searchOptions: {
      boost: { title: 4, keywords: 4, text: 2, titles: 0.3 },
      boostDocument: (id: string) => {
        if (/\/(reference|bench)\//.test(id)) return 0.3;
        if (/\/(examples|template|architecture|CHANGELOG|CONTRIBUTING|SECURITY)\b/.test(id)) return 0.5;
        return /\/tasks\//.test(id) ? 1.1 : 1;
      },
      // Words of almost every page.
      boostTerm: (term) =>
        /^(alert|config|configuration|manager|mongodb|ops|pulumi|resourc)$/.test(term) ? 0.4 : 1,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    },
  },
};
