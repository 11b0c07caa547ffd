/**
 * Sorts the test files. Files are grouped by project, because a worker serves only one project.
 * Projects that start the whole product and wait for it come first, and the many short tests that
 * only compute come last. Within a project the slowest files come first, so that no slow file runs
 * alone at the end. The durations come from vitest's cache or, in a new clone, from
 * measured-seconds.json.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import measuredSeconds from "./measured-seconds.json" with { type: "json" };

/**
 * This file runs last. It connects a miner to the product that all browser tests share, after which
 * the platform delays its own blocks for a while.
 */
const LAST = "test/browser/pool.test.ts";
const PROJECTS = ["scenario", "browser", "node", "dom"];

const seconds: Readonly<Record<string, number>> = measuredSeconds;

export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({ file, rank: this.#rank(file) }));
    const sorted = ranked.toSorted(
      (a, b) => a.rank.project - b.rank.project || b.rank.ms - a.rank.ms,
    );
    return Promise.resolve(sorted.map(({ file }) => file));
  }

  #rank(file: TestSpecification): { readonly project: number; readonly ms: number } {
    const path = relative(this.ctx.config.root, file.moduleId);
    const lastMs = this.ctx.cache.getTestSpecificationResult(file)?.duration;
    const ms = path === LAST ? -1 : (lastMs ?? (seconds[path] ?? 0) * 1_000);
    return { project: PROJECTS.indexOf(file.project.name), ms };
  }
}
