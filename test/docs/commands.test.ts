import { runPages } from "./support/run-pages";

describe("the commands of the documentation", () => {
  runPages((path) => !path.startsWith("docs/tasks/"));
});
