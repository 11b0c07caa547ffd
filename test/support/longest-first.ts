/**
 * The order of the files: those that take or wait the longest first, so that others work meanwhile
 * and none is left alone at the end; then project by project, from the files that start the whole
 * product down to the ones that take no time. `npm test` ends with a new list of the slowest.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONGEST = [
  "test/browser/every-page.test.ts",
  "test/browser/withdraw.test.ts",
  "test/scenarios/kill-products.test.ts",
  "wallet/crash.test.ts",
  "test/scenarios/mixed-load.test.ts",
  "test/scenarios/bad-configuration.test.ts",
  "test/scenarios/stopping.test.ts",
  "test/scenarios/kill.test.ts",
  "wallet/reorg.test.ts",
];
const PROJECTS = ["scenario", "browser", "node", "dom"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of vitest, not of arrays
    const byDefault = await super.sort(files);
    return byDefault.toSorted((a, b) => this.#rank(a) - this.#rank(b));
  }

  #rank({ moduleId, project }: TestSpecification): number {
    const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
    return place === -1 ? LONGEST.length + PROJECTS.indexOf(project.name) : place;
  }
}
