import { isFirst, runPages } from "./support/run-pages";

describe("the commands of the pages that every user reads", () => {
  runPages(isFirst);
});
