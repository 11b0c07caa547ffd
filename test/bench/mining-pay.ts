/**
 * Measures the worker's mining payouts. For comparison, the same number of rows is inserted for the
 * same number of users without any logic. The difference is the cost of the payout rules, the
 * ledger and its checks.
 */
import { newUuid, type Database } from "#platform";
import { movableClock } from "../support/money/mining.ts";
import { openPayDatabase } from "./mining-pay-database.ts";
import { payRound } from "./pay-round.ts";
import type { Plan } from "./plan.ts";
import type { Rate } from "./yardstick.ts";

export interface PayRound {
  /** Users paid per second. `meanMs` is the mean time per user. */
  readonly paid: Rate;
  /** Users per second if their rows are only inserted, without the payout rules. */
  readonly bare: Rate;
}

const PEOPLE = { full: 5_000, short: 200 };
const TOGETHER = 500;
/** Number of concurrent transactions in the worker's round. */
const LANES = 4;
/**
 * Rows written per user. Payout, accrual period and transfer are inserted. Hash-rate source, miner,
 * day and account are updated.
 */
const ROWS_EACH = 7;
const START = "2026-03-01T09:00:00Z";

export async function measureMiningPay(
  root: string,
  url: string,
  { size, rounds, cleanUp }: Plan,
): Promise<{ readonly rounds: PayRound[]; readonly database: Database }> {
  const clock = movableClock(START);
  const people = PEOPLE[size];
  const database = await openPayDatabase(root, url, { people, start: clock.now() });
  cleanUp.defer(() => database.close());
  const pay = async () => {
    const before = await countPayouts(database);
    const rate = await timed(people, () => payRound(database, clock));
    const paid = (await countPayouts(database)) - before;
    if (paid !== people) throw new Error(`${paid} of ${people} were paid`);
    return rate;
  };
  const insert = () => timed(people, () => insertBare(database, people));
  await pay();
  await insert();
  // Collects the query planner statistics that a server which has run for a while would have.
  await database.query("vacuum analyze");
  const measured: PayRound[] = [];
  for (let round = 1; round <= rounds; round++)
    measured.push({ paid: await pay(), bare: await insert() });
  return { rounds: measured, database };
}

async function insertBare(database: Database, count: number): Promise<void> {
  let remaining = count;
  const lane = async () => {
    while (remaining > 0) {
      const people = Math.min(remaining, TOGETHER);
      remaining -= people;
      const ids = Array.from({ length: people * ROWS_EACH }, () => newUuid());
      await database.transaction((tx) =>
        tx.query(
          "insert into bench_rows (id, owner, at, amount) select id, id, now(), 1 from unnest($1::uuid[]) as id",
          [ids],
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function timed(people: number, work: () => Promise<void>): Promise<Rate> {
  const start = performance.now();
  await work();
  const elapsedMs = performance.now() - start;
  return { perSecond: (1_000 * people) / elapsedMs, meanMs: elapsedMs / people };
}

async function countPayouts(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from mining_payouts",
  );
  return row?.count ?? 0;
}
