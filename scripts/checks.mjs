// `npm test` and `npm run check`: types, lint, format, then the tests. Everything runs even when something before it
// failed, and the last line tells the sum.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "./build-web.mjs";
import { runChild, runWatched } from "./children.mjs";
import { environment, say } from "./environment.mjs";

const STATIC_CHECKS = {
  types: ["node_modules/typescript/bin/tsc", "-p", "."],
  lint: ["node_modules/oxlint/bin/oxlint", "--type-aware", "."],
  format: ["node_modules/oxfmt/bin/oxfmt", "--check", "."],
};

const ALL_PROJECTS = ["node", "dom", "scenario", "browser"];

// What configures an installation must not reach the ones that the tests start.
const CONFIGURATION =
  /^(PORT|HOST|METRICS_PORT|SITE_URL|DATA_DIR|DATABASE_URL|BITCOIN_.*|BLOCK_SECONDS|STRATUM_PORT|ADMIN(ISTRATOR)?_.*|SUPABASE_.*|SMTP_URL|SMS_GATEWAY_URL|TRUSTED_PROXY|REDIRECT_ALLOW_LIST|(USER_)?REQUESTS_PER_MINUTE|WITHDRAWALS_PER_HOUR|OANDA_.*|NATS_URL|STOP_WAIT_SECONDS|LOG_LEVEL|FAILPOINTS)$/;

/** Returns the exit code; `projects` empty means all, `rest` goes to vitest. */
export async function runChecks(node, { projects, rest }) {
  let passed = 0;
  let failed = 0;
  const count = (isGood) => {
    if (isGood) passed += 1;
    else failed += 1;
  };
  for (const [name, args] of Object.entries(STATIC_CHECKS)) {
    say(`${name} ...`);
    count((await runChild(node, args, { env: { NODE_ENV: undefined } })) === 0);
  }
  const wanted = projects.length > 0 ? projects : ALL_PROJECTS;
  const needsBrowser = wanted.includes("browser") && existsSync("test/browser");
  const chromium = needsBrowser ? chromiumPath(node) : undefined;
  if (needsBrowser && chromium === undefined) count(false);
  if (wanted.includes("browser")) await buildWeb(node);

  const runnable = wanted.filter((name) => name !== "browser" || chromium !== undefined);
  const result = await runVitest(node, runnable, rest, chromium);
  process.stdout.write(`\n${passed + result.passed} passed, ${failed + result.failed} failed\n`);
  return failed + result.failed === 0 ? 0 : 1;
}

async function runVitest(node, projects, rest, chromium) {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-report-"));
  const report = join(folder, "report.json");
  const cleared = Object.keys(process.env).filter((name) => CONFIGURATION.test(name));
  const env = {
    ...Object.fromEntries(cleared.map((name) => [name, undefined])),
    NODE_ENV: "test",
    CHROMIUM_PATH: chromium,
  };
  const args = ["run", "--passWithNoTests", ...projects.map((name) => `--project=${name}`)];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  try {
    const program = ["node_modules/vitest/vitest.mjs", ...args, ...reporters, ...rest];
    const code = await runWatched(node, program, { env });
    return summary(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts tests, and each file that failed before its tests could be counted. */
function summary(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function chromiumPath(node) {
  const found = spawnSync(node, ["scripts/chromium.ts"], {
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return found.status === 0 ? found.stdout.trim() : undefined;
}
