// Runs `npm test`, `npm run check` and `npm run test:all`: types, lint and format, then the tests.
// All steps run even if an earlier step failed, and the last line shows the overall result.
import { buildWeb } from "./build-web.mjs";
import { changedTests } from "./changed-tests.mjs";
import { runQuietly } from "./children.mjs";
import { say } from "./environment.mjs";
import { runTests } from "./run-tests.mjs";
import { timeTable } from "./test-report.mjs";

const STATIC_CHECKS = {
  // Several parallel checkers would each compute the libraries' types again. On two cores, a single
  // checker is therefore faster while the lint runs.
  types: ["node_modules/typescript/bin/tsc", "-p", ".", "--checkers", "1"],
  // Browser code may use only the features of the build's target browsers.
  "browser types": [
    "node_modules/typescript/bin/tsc",
    "-p",
    "tsconfig.browser.json",
    "--checkers",
    "1",
  ],
  lint: ["node_modules/oxlint/bin/oxlint", "--type-aware", "."],
  format: ["node_modules/oxfmt/bin/oxfmt", "--check", "."],
};

/**
 * Environment of the type check and the lint. Both are Go programs that end before they run out of
 * memory, so their garbage collector may run less often.
 */
const CHECK_ENVIRONMENT = { NODE_ENV: undefined, GOGC: "400" };

const ALL_PROJECTS = ["node", "dom", "scenario", "browser"];

/**
 * Runs the checks and returns the exit code. `words` are passed to vitest. A tier limits the test
 * files (test/tiers.ts) only if no words are given. The tier "rest" omits the type, lint and format
 * checks, which the first tier has already run.
 */
export async function runChecks(node, { projects = ALL_PROJECTS, tier, words: all }) {
  const isRest = tier === "rest";
  const wanted = projects.filter((name) => !(isRest && name === "dom"));
  const needsBrowser = wanted.includes("browser");
  // Runs in parallel, because each step uses only one core for part of its time.
  const preparing = needsBrowser ? [buildWeb(node), chromiumPath(node)] : [];
  const checks = isRest ? [] : Object.entries(STATIC_CHECKS);
  const checking = checks.map((entry) => check(node, ...entry));
  const [[, chromium], isGood] = await Promise.all([Promise.all(preparing), Promise.all(checking)]);
  const isLeftOut = needsBrowser && chromium === undefined;
  const runnable = wanted.filter((name) => name !== "browser" || !isLeftOut);
  const env = { CHROMIUM_PATH: chromium, TEST_TIER: all.length > 0 ? undefined : tier };
  const { files, words } = chosen(all);
  const isNothing = files?.length === 0;
  const result = isNothing
    ? { passed: 0, failed: 0, files: [] }
    : await runTests(node, { projects: runnable, files, words, env });
  const passed = result.passed + isGood.filter(Boolean).length;
  const failed = result.failed + isGood.filter((good) => !good).length + (isLeftOut ? 1 : 0);
  if (result.files.length > 0) process.stdout.write(`\n${timeTable(result.files)}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/**
 * Returns the test files and words that the arguments select. If `files` is undefined, all files
 * run.
 */
function chosen([first, ...rest]) {
  if (first !== "--changed") return { words: first === undefined ? [] : [first, ...rest] };
  const [revision, ...words] = rest;
  return { files: changedTests(revision), words };
}

/** Runs one check. Prints its output in one block when the check has finished. */
async function check(node, name, args) {
  const startedAt = Date.now();
  const { code, output } = await runQuietly(node, args, { env: CHECK_ENVIRONMENT });
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  say(`${output}${name}: ${code === 0 ? "passed" : "FAILED"} (${seconds} s)`);
  return code === 0;
}

async function chromiumPath(node) {
  const { code, output } = await runQuietly(node, ["scripts/chromium.ts"]);
  return code === 0 ? output.trim() : undefined;
}
