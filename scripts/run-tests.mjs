// Runs vitest in an environment without an installation's settings, and reads its results.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runWithDescendants } from "./children.mjs";
import { withoutConfiguration } from "./environment.mjs";
import { readReport } from "./test-report.mjs";

/**
 * Runs the tests. If `files` is empty, runs all files of the projects. If `projects` is empty, runs
 * all projects. `words` are passed to vitest.
 */
export async function runTests(node, { files = [], projects = [], words = [], env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-report-"));
  const report = join(folder, "report.json");
  const args = ["run", "--passWithNoTests", ...projects.map((name) => `--project=${name}`)];
  const reporters = ["--reporter=default", "--reporter=./scripts/test-reporter.mjs"];
  const program = ["node_modules/vitest/vitest.mjs", ...args, ...reporters, ...words, ...files];
  const ours = { NODE_ENV: "test", TEST_REPORT: report, ...env };
  try {
    return readReport(
      report,
      await runWithDescendants(node, program, { env: { ...withoutConfiguration(), ...ours } }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
