import { readFileSync } from "node:fs";
import { defineConfig, type DefaultTheme } from "vitepress";
import llmstxt from "vitepress-plugin-llms";
import { search } from "./search.mjs";

const REFERENCE = { text: "Reference", link: "/reference/" };

/** The sidebar is the table of contents that readers of the repository see. */
function sidebar(): DefaultTheme.SidebarItem[] {
  // scripts/docs has put it there, with the links of the site.
  const contents = readFileSync(new URL("../../.build/site/README.md", import.meta.url), "utf8");
  return contents
    .split(/^## /m)
    .slice(1)
    .map((group) => {
      const [text = ""] = group.split("\n");
      const links = group.matchAll(/^- \[(.+)\]\(\.?\/?(.+?)(?:index)?\.md\)$/gm);
      const items = [...links].map(([, name = "", path = ""]) => ({ text: name, link: `/${path}` }));
      return { text, items: text === "Tools" ? [...items, REFERENCE] : items };
    });
}

export default defineConfig({
  title: "pulumi-opsmanager",
  description: "A Pulumi provider for MongoDB Ops Manager and services with the same public API v1.0",
  // scripts/docs collects the pages there.
  srcDir: "../.build/site",
  outDir: "../.build/docs",
  cacheDir: "../.build/vitepress",
  // No request for an icon that is not there.
  head: [["link", { rel: "icon", href: "data:," }]],
  // For a site in a subfolder of a server.
  base: process.env["DOCS_BASE"] ?? "/",
  vite: { plugins: [llmstxt({ ignoreFiles: ["reference/**", "README.md"] })] },
  // Those whose comments can be read.
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  srcExclude: ["README.md"],
  themeConfig: {
    search: { provider: "local", options: search },
    outline: [2, 3],
    nav: [
      { text: "Get started", link: "/getting-started" },
      { text: "Daily work", link: "/tasks/change-alerts" },
      { text: "Resources", link: "/resources/alert-config" },
      { text: "Functions", link: "/functions" },
      REFERENCE,
      { text: "Changes", link: "/CHANGELOG" },
    ],
    sidebar: sidebar(),
  },
});
