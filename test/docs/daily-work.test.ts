import { runPages } from "./support/run-pages";

describe("the commands of the pages for daily work", () => {
  runPages((path) => path.startsWith("docs/tasks/"));
});
