import { isFirst, runPages } from "../docs/support/run-pages";

describe("the commands of the pages for daily work, and of the guides", () => {
  runPages((path) => !isFirst(path));
});
