// Runs vitest, in an environment in which nothing configures an installation, and reads what it
// came to.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runWatched } from "./children.mjs";
import { readReport } from "./test-report.mjs";

// What configures an installation must not reach the ones that the tests start.
const CONFIGURATION =
  /^(PORT|HOST|METRICS_PORT|SITE_URL|DATA_DIR|DATABASE_URL|BITCOIN_.*|BLOCK_SECONDS|STRATUM_(HOST|PORT|TLS_.*)|HOUSE_RIG|ADMIN(ISTRATOR)?_.*|SUPABASE_.*|SMTP_URL|SMS_GATEWAY_URL|TRUSTED_PROXY|REDIRECT_ALLOW_LIST|(USER_)?REQUESTS_PER_MINUTE|WITHDRAWALS_PER_HOUR|FAUCET_ACCOUNTS_PER_NETWORK|OANDA_.*|WALLETCONNECT_.*|NATS_URL|STOP_WAIT_SECONDS|LOG_LEVEL|FAILPOINTS|BACKUP_PASSPHRASE)$/;

/** `files` empty means all of the projects, `projects` empty all of them; `words` go to vitest. */
export async function runTests(node, { files = [], projects = [], words = [], env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-report-"));
  const report = join(folder, "report.json");
  const cleared = Object.keys(process.env).filter((name) => CONFIGURATION.test(name));
  const args = ["run", "--passWithNoTests", ...projects.map((name) => `--project=${name}`)];
  const reporters = ["--reporter=default", "--reporter=./scripts/test-reporter.mjs"];
  const program = ["node_modules/vitest/vitest.mjs", ...args, ...reporters, ...words, ...files];
  const ours = { NODE_ENV: "test", TEST_REPORT: report, ...env };
  const none = Object.fromEntries(cleared.map((name) => [name, undefined]));
  try {
    return readReport(report, await runWatched(node, program, { env: { ...none, ...ours } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
