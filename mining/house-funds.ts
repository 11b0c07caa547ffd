/**
 * The house's side: what it expects to pay, and the money it pays from. Revenue comes in and pay goes out of `house:mining`;
 * what is short there comes from the treasury, which holds what the chain really paid the pool. Both together have to cover
 * seven days of pay and whatever else the house has to pay on demand.
 */
import {
  DAY_MS,
  earnedNanosats,
  hashesPerSecond,
  NANOSATS_PER_SAT,
  type DatedRate,
  type HashesPerSecond,
  type RewardTerms,
} from "#economics";
import { accountBalance, houseAccount, LedgerRefusal, postAll } from "#ledger";
import { mulDiv } from "#money";
import { newUuid, type Clock, type Database, type Queryable } from "#platform";
import { referenceValuesAt } from "./reference-values-table.ts";

const COVER_DAYS = 7n;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

/** What the house has to pay at once to whoever asks, in satoshis: what it buys machines back for. The shop knows. */
export type OnDemandSats = (
  queryable: Queryable,
  at: { readonly now: Date; readonly rate: DatedRate },
) => Promise<bigint>;

/**
 * What all running contracts, boosts and rigs are expected to earn in the coming days, at today's values and as if mining
 * were on everywhere, rounded up to the satoshi. Power that rigs will pay is not counted on.
 */
async function expectedPaySats(
  queryable: Queryable,
  at: { readonly now: Date; readonly reference: RewardTerms; readonly days: bigint },
): Promise<bigint> {
  const { now, reference, days } = at;
  const milliseconds = days * DAY_MS;
  const until = new Date(now.getTime() + Number(milliseconds));
  // What has no fixed end, or one later than that, counts for all of the days.
  const [row] = await queryable.query<{ hashes: string }>(
    `select (
       (select coalesce(sum(hash_rate), 0) * $3::bigint from mining_earners
          where closed_at is null and (ends_at is null or ends_at >= $2))
       + (select coalesce(sum(trunc(hash_rate * extract(epoch from ends_at - $1::timestamptz) * 1000)), 0) from mining_earners
          where closed_at is null and ends_at > $1 and ends_at < $2)
     )::text as hashes`,
    [now, until, milliseconds],
  );
  return paySats(hashesPerSecond(BigInt(row?.hashes ?? "0")), 1n, reference);
}

function paySats(hashRate: HashesPerSecond, milliseconds: bigint, terms: RewardTerms): bigint {
  return mulDiv(earnedNanosats(hashRate, milliseconds, terms), 1n, NANOSATS_PER_SAT, "up");
}

/** What the house's promises and its money come to. */
export interface PayCover {
  readonly days: number;
  /** What those days are expected to cost at most. */
  readonly expectedSats: bigint;
  /** What it has to pay on demand. */
  readonly onDemandSats: bigint;
  /** Mining account and treasury together. */
  readonly fundsSats: bigint;
  /** Funds less both promises; below 0 the house is not covered and sells nothing. */
  readonly marginSats: bigint;
}

/** Everything counted. Who has to know only whether there is room asks cover.ts. */
export async function payCover(
  queryable: Queryable,
  now: Date,
  onDemand: OnDemandSats,
): Promise<PayCover> {
  const reference = await referenceValuesAt(queryable, now);
  const expectedSats = await expectedPaySats(queryable, { now, reference, days: COVER_DAYS });
  const onDemandSats = await onDemand(queryable, { now, rate: reference });
  const fundsSats = await houseFundsSats(queryable);
  const marginSats = fundsSats - expectedSats - onDemandSats;
  return { days: Number(COVER_DAYS), expectedSats, onDemandSats, fundsSats, marginSats };
}

/** In this order: what is brought from the treasury in between is counted in neither account, never in both. */
export async function houseFundsSats(queryable: Queryable): Promise<bigint> {
  return (await accountBalance(queryable, MINING)) + (await accountBalance(queryable, TREASURY));
}

/** What is to be sold: what it promises, and what it brings. */
export interface Sale {
  readonly hashRate: HashesPerSecond;
  /** Null: without a fixed end. */
  readonly milliseconds: bigint | null;
  readonly priceSats: bigint;
  /** What its buyer may give it back for at once. */
  readonly onDemandSats: bigint;
}

/** What the house promises with a sale, as it will be counted from then on, never less. */
export function promisedSatsOf(sale: Sale, terms: RewardTerms): bigint {
  const most = COVER_DAYS * DAY_MS;
  const { hashRate, milliseconds, onDemandSats } = sale;
  const counted = milliseconds === null || milliseconds > most ? most : milliseconds;
  return paySats(hashRate, counted, terms) + onDemandSats;
}

/**
 * Whether this may be sold: the house is covered before it, so that no buyer's coins are what makes an older promise good, and
 * still covered after it with the price that comes in. Pure.
 */
export function staysCovered(marginSats: bigint, sale: Sale, terms: RewardTerms): boolean {
  return marginSats >= 0n && marginSats + sale.priceSats >= promisedSatsOf(sale, terms);
}

/** Of a margin what lies in the treasury. */
export async function spareOf(queryable: Queryable, marginSats: bigint): Promise<bigint> {
  const treasury = await accountBalance(queryable, TREASURY);
  if (marginSats <= 0n) return 0n;
  return marginSats < treasury ? marginSats : treasury;
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
      const now = clock.now();
      const reference = await referenceValuesAt(tx, now);
      const wanted = short + (await expectedPaySats(tx, { now, reference, days: 1n }));
      const amount = wanted < treasury ? wanted : treasury;
      await postAll(tx, [
        {
          id: newUuid(now),
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
