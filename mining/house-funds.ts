/**
 * The house's side: what it expects to pay, and the money it pays from. Revenue comes in and pay goes out of `house:mining`;
 * what is short there comes from the treasury, which holds what the chain really paid the pool.
 */
import { DAY_MS, earnedNanosats, hashesPerSecond, NANOSATS_PER_SAT } from "#economics";
import { accountBalance, houseAccount, LedgerRefusal, postAll } from "#ledger";
import { mulDiv } from "#money";
import { newUuid, type Clock, type Database, type Queryable } from "#platform";
import { referenceValuesAt } from "./reference-values-table.ts";

const COVER_DAYS = 7n;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

/**
 * What all running contracts, boosts and rigs are expected to earn in the coming days, at today's values and as if mining
 * were on everywhere, rounded up to the satoshi. Power that rigs will pay is not counted on.
 */
async function expectedPaySats(queryable: Queryable, now: Date, days: bigint): Promise<bigint> {
  // `least` ignores null: what has no fixed end counts for all of the days.
  const [row] = await queryable.query<{ hashes: string }>(
    `select coalesce(sum(trunc(hash_rate * least(extract(epoch from ends_at - $1::timestamptz) * 1000, $2))), 0)::text as hashes
     from mining_earners where closed_at is null and (ends_at is null or ends_at > $1)`,
    [now, days * DAY_MS],
  );
  const hashMilliseconds = hashesPerSecond(BigInt(row?.hashes ?? "0"));
  const reference = await referenceValuesAt(queryable, now);
  const nanosats = earnedNanosats(hashMilliseconds, 1n, reference);
  return mulDiv(nanosats, 1n, NANOSATS_PER_SAT, "up");
}

/** Whether the house can pay seven days of what it has sold. When not, it sells no more. */
export async function isCovered(queryable: Queryable, now: Date): Promise<boolean> {
  const { fundsSats, expectedSats } = await payCover(queryable, now);
  return fundsSats >= expectedSats;
}

/** What `isCovered` and `spareTreasurySats` are decided from. */
export interface PayCover {
  readonly days: number;
  /** What those days are expected to cost at most. */
  readonly expectedSats: bigint;
  /** Mining account and treasury together. */
  readonly fundsSats: bigint;
}

export async function payCover(queryable: Queryable, now: Date): Promise<PayCover> {
  return {
    days: Number(COVER_DAYS),
    expectedSats: await expectedPaySats(queryable, now, COVER_DAYS),
    fundsSats:
      (await accountBalance(queryable, MINING)) + (await accountBalance(queryable, TREASURY)),
  };
}

/**
 * Coins of the treasury beyond what seven days of expected pay need: other rooms may be given these. In a transaction whoever
 * asks next waits for its end, so that they are given once.
 */
export async function spareTreasurySats(queryable: Queryable, now: Date): Promise<bigint> {
  await queryable.query(
    "select pg_advisory_xact_lock(hashtextextended('mining/spare-treasury', 0))",
  );
  const treasury = await accountBalance(queryable, TREASURY);
  const { fundsSats, expectedSats } = await payCover(queryable, now);
  const spare = fundsSats - expectedSats;
  if (spare <= 0n) return 0n;
  return spare < treasury ? spare : treasury;
}

/**
 * Brings enough from the treasury for `neededSats` and, if it has it, for a day of pay more, so that this happens rarely.
 * Moves nothing when the mining account holds enough. False when both together are short.
 */
export async function fundPayouts(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  neededSats: bigint,
): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const short = neededSats - (await accountBalance(tx, MINING));
      if (short <= 0n) return true;
      const treasury = await accountBalance(tx, TREASURY);
      if (treasury < short) return false;
      const wanted = short + (await expectedPaySats(tx, clock.now(), 1n));
      const amount = wanted < treasury ? wanted : treasury;
      await postAll(tx, [
        {
          id: newUuid(clock.now()),
          debit: TREASURY,
          credit: MINING,
          amount,
          code: "treasury_transfer",
          cause: "mining",
        },
      ]);
      return true;
    });
  } catch (error) {
    // Someone else took from the treasury meanwhile: the next round of payouts tries again.
    if (error instanceof LedgerRefusal && error.has("insufficient")) return false;
    throw error;
  }
}
