/**
 * The order of the files: project by project, because a worker serves one project and ends with it,
 * from those that start the whole product, and wait, to the many short ones that only work. Within
 * a project those that take or wait the longest come first, so that none is left alone at the end,
 * and one that mostly waits (mixed-load, stuck-withdrawal, main-job, kill-core) beside two that
 * work; `npm test` ends with a new list of the slowest.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONGEST = [
  "test/scenarios/mixed-load.test.ts",
  "test/scenarios/bad-writes.test.ts",
  "test/scenarios/kill.test.ts",
  "test/scenarios/time-travel.test.ts",
  "test/scenarios/kill-products.test.ts",
  "test/scenarios/stuck-withdrawal.test.ts",
  "test/scenarios/time-travel-earn.test.ts",
  "test/scenarios/main-job.test.ts",
  "test/scenarios/random-kills.test.ts",
  "test/scenarios/backup.test.ts",
  "test/scenarios/kill-core.test.ts",
  "test/browser/forex.test.ts",
  "test/browser/withdraw.test.ts",
  "test/browser/every-page.test.ts",
  "test/browser/admin.test.ts",
  "test/browser/admin-withdrawals.test.ts",
  "test/browser/walletconnect.test.ts",
  "wallet/crash.test.ts",
  "wallet/reorg.test.ts",
];
/** A miner works on the product that all share: for a while the house lets its blocks wait. */
const LAST = "test/browser/pool.test.ts";
const PROJECTS = ["scenario", "browser", "node", "dom"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of vitest, not of arrays
    const byDefault = await super.sort(files);
    return byDefault.toSorted((a, b) => this.#rank(a) - this.#rank(b));
  }

  #rank({ moduleId, project }: TestSpecification): number {
    const file = relative(this.ctx.config.root, moduleId);
    const place = LONGEST.indexOf(file);
    const short = file === LAST ? LONGEST.length + 1 : LONGEST.length;
    const within = place === -1 ? short : place;
    return PROJECTS.indexOf(project.name) * (LONGEST.length + 2) + within;
  }
}
