export { default } from "vitepress/theme";

// After the styles of the theme, which it changes.
// oxlint-disable-next-line import/no-unassigned-import -- VitePress takes styles from an import
import "./site.css";
