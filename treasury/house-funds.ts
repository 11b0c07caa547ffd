/**
 * What the house expects to pay, and the money it pays from. Revenue comes in and pay goes out of
 * `house:mining`; what is short there comes from the treasury, which holds what the chain really
 * paid the pool. Both together have to cover seven days of pay and whatever else the house has to
 * pay on demand.
 */
import { DAY_MS } from "#economics";
import { accountBalance, houseAccount, LedgerRefusal, postAll } from "#ledger";
import { newUuid, type Clock, type Database, type Queryable } from "#platform";
import { promisedSatsOf, type Sale, type Treasury } from "./promises.ts";
import { referenceValuesAt } from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";

const COVER_DAYS = 7n;
/** So far ahead a sale's own pay is counted. */
export const COVER_MS = COVER_DAYS * DAY_MS;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

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
  treasury: Treasury,
  now: Date,
): Promise<PayCover> {
  const reference = await referenceValuesAt(queryable, now);
  const coming = { now, reference, milliseconds: COVER_MS };
  const expectedSats = await expectedPaySats(queryable, treasury, coming);
  let onDemandSats = 0n;
  for (const product of treasury.promises)
    onDemandSats += await product.onDemandSats(queryable, { now, rate: reference });
  const fundsSats = await houseFundsSats(queryable);
  const marginSats = fundsSats - expectedSats - onDemandSats;
  return { days: Number(COVER_DAYS), expectedSats, onDemandSats, fundsSats, marginSats };
}

interface Coming {
  readonly now: Date;
  readonly reference: ReferenceValues;
  readonly milliseconds: bigint;
}

async function expectedPaySats(
  queryable: Queryable,
  { promises }: Treasury,
  coming: Coming,
): Promise<bigint> {
  let sats = 0n;
  for (const product of promises) sats += await product.expectedPaySats(queryable, coming);
  return sats;
}

/**
 * In this order: what is brought from the treasury in between is counted in neither account, never
 * in both.
 */
export async function houseFundsSats(queryable: Queryable): Promise<bigint> {
  return (await accountBalance(queryable, MINING)) + (await accountBalance(queryable, TREASURY));
}

/**
 * Whether this may be sold: the house is covered before it, so that no buyer's coins are what makes
 * an older promise good, and still covered after it with the price that comes in. Pure.
 */
export function staysCovered(marginSats: bigint, sale: Sale): boolean {
  return marginSats >= 0n && marginSats + sale.priceSats >= promisedSatsOf(sale);
}

/** Of a margin what lies in the treasury. */
export async function spareOf(queryable: Queryable, marginSats: bigint): Promise<bigint> {
  const treasury = await accountBalance(queryable, TREASURY);
  if (marginSats <= 0n) return 0n;
  return marginSats < treasury ? marginSats : treasury;
}

export interface FundingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly treasury: Treasury;
}

/**
 * Brings enough from the treasury for `neededSats` and, if it has it, for a day of pay more, so
 * that this happens rarely. Moves nothing when the mining account holds enough. False when both
 * together are short.
 */
export async function fundPayouts(
  { database, clock, treasury }: FundingParts,
  neededSats: bigint,
): Promise<boolean> {
  try {
    return await database.transaction(async (tx) => {
      const short = neededSats - (await accountBalance(tx, MINING));
      if (short <= 0n) return true;
      const held = await accountBalance(tx, TREASURY);
      if (held < short) return false;
      const now = clock.now();
      const reference = await referenceValuesAt(tx, now);
      const day = { now, reference, milliseconds: DAY_MS };
      const wanted = short + (await expectedPaySats(tx, treasury, day));
      const amount = wanted < held ? wanted : held;
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
