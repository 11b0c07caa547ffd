// Implements `npm run simulate -- --seeds N [--seed S] [--long]`, which runs random histories of
// money, chain and mining for N seeds, starting with S. With --long, the histories have their full
// length. For each failing seed, prints the command that repeats the failure.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { isStopped } from "./children.mjs";
import { fail, say } from "./environment.mjs";
import { runTests } from "./run-tests.mjs";

/**
 * The test files with random histories (test/support/seeds.ts). simulate.test.ts checks that this
 * list is complete.
 */
const HISTORIES = [
  "modules/forex/analysis/trading-month.test.ts",
  "modules/forex/random-trading.test.ts",
  "modules/forex/replays/branch-random.test.ts",
  "modules/ledger/count-up.test.ts",
  "modules/ledger/properties.test.ts",
  "modules/ledger/races.test.ts",
  "core/market/book/random-books.test.ts",
  "core/market/book/revaluation.test.ts",
  "core/market/book/screen.test.ts",
  "core/market/hours/market-hours.test.ts",
  "core/market/orders/order-kinds.test.ts",
  "core/market/orders/orders.test.ts",
  "core/market/path/tick-filter.test.ts",
  "core/market/practice/no-free-money.test.ts",
  "core/market/practice/practice-market.test.ts",
  "core/market/strategies.test.ts",
  "modules/pool/stratum/assembled-blocks.test.ts",
  "modules/pool/stratum/random-submits.test.ts",
  "modules/pool/work/never-twice.test.ts",
  "core/proofs/sum-tree.test.ts",
  "core/receipts/forgeries.test.ts",
  "core/signatures/verify-message.test.ts",
  "modules/wallet/cold/crash.test.ts",
  "modules/wallet/cold/read-signed.test.ts",
  "modules/wallet/recovery/random-restores.test.ts",
  "modules/wallet/recovery/restored-addresses.test.ts",
  "modules/wallet/reorg.test.ts",
  "modules/wallet/rescan/find-coins.test.ts",
  "modules/wallet/stuck/crash.test.ts",
  "modules/transparency/receipts/product-receipts.test.ts",
  "modules/treasury/solvency.test.ts",
  "modules/treasury/cover.test.ts",
  "modules/mining/payouts/hourly-month.test.ts",
  "modules/mining/payouts/killed-settlement.test.ts",
  "modules/mining/payouts/owed-to.test.ts",
  "modules/mining/payouts/settle-earnings.test.ts",
  "modules/mining/payouts/write-unchanged-payouts.test.ts",
  "modules/mining/accrual/accrual-periods.test.ts",
  "modules/mining/accrual/settle-rig.test.ts",
  "modules/mining/work/settle-work.test.ts",
  "modules/audit/tampering.test.ts",
  "test/scenarios/backup.test.ts",
  "test/scenarios/bad-writes.test.ts",
  "test/scenarios/mixed-load.test.ts",
  "test/scenarios/pool.test.ts",
  "test/scenarios/random-kills.test.ts",
  "test/scenarios/second-factor.test.ts",
];

/**
 * Time limit per test. vitest's own time limits are meant for the short histories of `npm test`, so
 * this limit is long enough for any history.
 */
const TEST_MS_MAX = 3_600_000;
const SEEDS_MAX = 10_000;
const SEED_MAX = 2 ** 31 - 1;

export async function simulate(node, words) {
  const { count, first, isLong } = readWords(words);
  const failing = [];
  for (let seed = first; seed < first + count; seed += 1) {
    say(`\nseed ${seed}`);
    const env = { SIMULATION_SEEDS: String(seed), SIMULATION_LONG: isLong ? "1" : undefined };
    const { passed, failed } = await runTests(node, {
      projects: ["node", "scenario"],
      files: HISTORIES,
      words: [`--testTimeout=${TEST_MS_MAX}`],
      env,
    });
    if (isStopped()) return 1;
    say(`seed ${seed}: ${passed} passed, ${failed} failed`);
    if (failed > 0) failing.push(seed);
  }
  say(`\n${count - failing.length} of ${count} seeds passed.`);
  const long = isLong ? " --long" : "";
  for (const seed of failing) say(`  npm run simulate -- --seeds 1 --seed ${seed}${long}`);
  return failing.length === 0 ? 0 : 1;
}

function readWords(args) {
  const options = {
    seeds: { type: "string", default: "1" },
    seed: { type: "string" },
    long: { type: "boolean", default: false },
  };
  let values;
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    fail(error.message.split("\n")[0]);
  }
  const count = whole("--seeds", values.seeds, 1, SEEDS_MAX);
  const last = SEED_MAX - count;
  const first = values.seed === undefined ? randomInt(last) : whole("--seed", values.seed, 0, last);
  return { count, first, isLong: values.long };
}

function whole(name, text, min, max) {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    fail(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  return number;
}
