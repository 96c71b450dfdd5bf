/**
 * The search of the site. Words that people use and that a page does not contain are in its front matter as `keywords`; those
 * of one section are in a comment below its heading: `<!-- keywords: self-signed, private CA -->`. Words that mean the same on
 * every page are in `synonyms`. A keyword that repeats the heading or a synonym only puts its section before better ones.
 */

import type { DefaultTheme } from "vitepress";

/** The index takes nothing from a page but the text of its sections. So that text contains the keywords in brackets. */
function renderWithKeywords(
  ...[text, env, md]: Parameters<NonNullable<DefaultTheme.LocalSearchOptions["_render"]>>
) {
  const searched = text
    // Of a program in several languages, only that of the classes.
    .replaceAll(/^(::: code-group\n(?:```ts \[TypeScript\]\n[^`]*```\n)?)[\s\S]*?^:::$/gm, "$1:::")
    .replace(/^<!-- keywords: (.+) -->$/gm, "[keywords: $1]");
  const html = md.render(searched, env);
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
  tokenize: (text: string) => {
    const phrases: readonly (readonly [RegExp, string])[] = [
      [/\b(?:user|web|graphical)[ \n-](?:interface|ui|console)\b/gi, "ui"],
      [/\b(?:access|allow|white)[ -]?list(?:s|ed|ing)?\b/gi, "accesslist"],
      [/\bops[ -]manager\b/gi, "opsmanager"],
      [/\bstop(?:ped|ping)? managing\b/gi, "forget"],
      [/\bget(?:ting)? rid of\b/gi, "delete"],
      [/\btak(?:e|es|en|ing)((?: \w+){0,2}?) over\b/gi, "takeover$1"],
    ];
    return phrases
      .reduce((words, [phrase, word]) => words.replaceAll(phrase, word), text)
      .split(/[\n\r\p{Z}\p{P}\p{S}]+/u);
  },
  processTerm: function processTerm(term: string, field?: string) {
    const common =
      /^(a|after|am|an|and|are|as|at|be|been|by|can|cannot|did|do|does|find|for|from|got|had|has|have|how|i|if|in|into|is|it|its|let|me|must|my|need|no|not|of|on|only|or|our|own|out|should|so|than|that|the|them|then|there|these|they|this|those|to|too|up|use|want|was|we|were|what|when|where|which|why|will|with|without|would|you|your)$/;
    // The words of a line, in all their forms, are one word for the search. So a page needs only one of them.
    const synonyms = [
      "adopt takeover",
      "alert alarm",
      "all each every everything everywhere per",
      "another different other",
      "authentication auth authenticate authn logon signin",
      "change adjust alter bump edit modify tune tweak",
      "conflict collision race",
      "delete clean cleanup decommission drop erase nuke purge remove retire teardown",
      "disable deactivate mute pause quiet silence snooze stop suppress suspend",
      "disappear gone missing vanish",
      "drift deviation deviate divergence diverge",
      "error fail failure problem",
      "export dump",
      "handover offboard reassign transfer",
      "interrupt abort cancel crash died halfway kill",
      "debug trace verbose",
      "mail email",
      "mistake accident accidental",
      "mock fake stub",
      "one single",
      "parallel concurrent simultaneous",
      "pipeline ci job workflow",
      "program code",
      "project group",
      "protect guard safeguard",
      "recipient receive receiver subscriber",
      "restore recover rescue",
      "role permission privilege right",
      "send deliver escalate forward notify notified post redirect reroute route",
      "server instance",
      "setting option parameter",
      "several many multiple two",
      "slow fast faster performance speed",
      "somebody anyone colleague someone who",
      "stack workspace",
      "team department squad tenant",
      "terraform hcl opentofu tf tofu",
      "ui browser console dashboard gui portal webui",
      "undo revert rollback",
      "wrong bad broken faulty",
    ];
    const stem = (word: string) =>
      word
        .replace(/i(?:es|ed)$/, "y")
        .replace(/(?<=[a-z]{4})(?:ions?|ments?|ly)$|(?<=[a-z]{3})(?:ing|ed|es|s|e)$/, "")
        .replace(/(?<=[a-z]{4})at$/, "")
        .replace(/([bdgmnprt])\1$/, "$1");
    // The function is its own variable, so that the first word makes the table for all of them.
    const self: { table?: ReadonlyMap<string, string> } = processTerm;
    const table = (self.table ??= new Map(
      synonyms
        .map((line) => line.split(" ").map(stem))
        .flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)),
    ));
    // "cluster name" also finds ClusterName, and a heading with getClusters has "clusters". A search, which has no field, for ClusterName finds only that.
    const parts =
      field === "title" || (field !== undefined && /^[A-Z]/.test(term))
        ? (term.match(/[A-Z][a-z0-9]+/g) ?? [])
        : [];
    return [...new Set([term, ...parts])]
      .filter((word) => !common.test(word.toLowerCase()))
      .map((word) => {
        // A name of the program is found as it is.
        if (!/^[A-Z]?[a-z]+$/.test(word)) return word.toLowerCase();
        const stemmed = stem(word.toLowerCase());
        return table.get(stemmed) ?? stemmed;
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
      boostDocument: (id: string) =>
        /\/(reference|bench|examples|template|architecture|CONTRIBUTING|SECURITY)\b/.test(id) ? 0.4 : 1,
      // Words of almost every page.
      boostTerm: (term) => (/^(alert|object|resourc|server)$/.test(term) ? 0.6 : 1),
      prefix: (term) => term.length > 3,
      // With shorter words, "project" would also find "protect".
      fuzzy: (term) => (term.length > 7 ? 0.15 : false),
      // A long heading or section counts almost as much as a short one.
      bm25: { k: 1.2, b: 0.3, d: 0.5 },
    },
  },
};
