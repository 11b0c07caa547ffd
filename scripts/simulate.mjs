// `npm run simulate -- --seeds N [--seed S] [--long]`: random histories of money, chain and mining,
// one after the other seed by seed from S on; with --long at full length. What fails is told with
// the line that plays it again.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { isStopped } from "./children.mjs";
import { fail, say } from "./environment.mjs";
import { runTests } from "./run-tests.mjs";

/** The files that play what test/support/seeds.ts says; simulate.test.ts compares. */
const HISTORIES = [
  "forex/random-trading.test.ts",
  "ledger/count-up.test.ts",
  "ledger/properties.test.ts",
  "ledger/races.test.ts",
  "market/book/random-books.test.ts",
  "market/book/revaluation.test.ts",
  "market/book/screen.test.ts",
  "market/hours/market-hours.test.ts",
  "market/orders/orders.test.ts",
  "market/path/tick-filter.test.ts",
  "market/practice/no-free-money.test.ts",
  "market/practice/practice-market.test.ts",
  "market/strategies.test.ts",
  "pool/stratum/assembled-blocks.test.ts",
  "pool/stratum/random-submits.test.ts",
  "pool/work/never-twice.test.ts",
  "proof/verify-message.test.ts",
  "wallet/cold/crash.test.ts",
  "wallet/cold/read-signed.test.ts",
  "wallet/recovery/random-restores.test.ts",
  "wallet/recovery/restored-addresses.test.ts",
  "wallet/reorg.test.ts",
  "wallet/rescan/find-coins.test.ts",
  "wallet/stuck/crash.test.ts",
  "treasury/solvency.test.ts",
  "treasury/cover.test.ts",
  "mining/fold-payouts.test.ts",
  "mining/running-payouts.test.ts",
  "mining/segments.test.ts",
  "mining/rig-settlement.test.ts",
  "mining/work/settle-work.test.ts",
  "audit/tampers.test.ts",
  "test/scenarios/backup.test.ts",
  "test/scenarios/bad-writes.test.ts",
  "test/scenarios/mixed-load.test.ts",
  "test/scenarios/pool.test.ts",
  "test/scenarios/random-kills.test.ts",
  "test/scenarios/second-factor.test.ts",
];

/** Limits of time are for the short histories of `npm test`: these take as long as they take. */
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
  say(`\n${count - failing.length} of ${count} seeds hold.`);
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
