/**
 * What the platform owes, and the money it pays from. Revenue comes in and pay goes out of
 * `house:mining`; what is short there comes from the treasury, which holds what the chain really
 * paid the pool, and to which the fees are swept. Two rules: all of it covers everything that was
 * sold, to its end; what is at hand covers what may have to be paid in the next seven days.
 */
import { DAY_MS } from "#economics";
import { accountBalance, accountBalances, houseAccount, LedgerRefusal, postAll } from "#ledger";
import {
  newUuid,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Queryable,
} from "#platform";
import { least, type Liability, type Margin, type Treasury } from "./obligations.ts";
import { referenceValuesAt } from "./reference-values-table.ts";
import type { ReferenceValues } from "./reference-values.ts";

const LIQUIDITY_DAYS = 7n;
/** So far ahead what is due has to be at hand. */
export const LIQUIDITY_MS = LIQUIDITY_DAYS * DAY_MS;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const FEES = houseAccount("fees", "BTC");

/** What the platform's promises and its money come to. */
export interface Cover extends Margin {
  /** Everything sold and not yet paid. */
  readonly owedSats: bigint;
  /** The most that may have to be paid in so many days. */
  readonly dueSats: bigint;
  readonly days: number;
  /** Mining account, treasury and fees together. */
  readonly fundsSats: bigint;
  /** Mining account and treasury: fees are at hand once they are swept. */
  readonly atHandSats: bigint;
  /** What neither rule needs; below 0 the platform is not covered and sells nothing. */
  readonly marginSats: bigint;
}

/** Everything counted. Who has to know only whether there is room asks cover.ts. */
export async function countCover(
  queryable: Queryable,
  treasury: Treasury,
  now: Date,
): Promise<Cover> {
  const reference = await referenceValuesAt(queryable, now);
  const counted = await countMargin(queryable, treasury, { now, reference, aheadMs: 0n });
  return { ...counted, days: Number(LIQUIDITY_DAYS), marginSats: least(counted) };
}

interface CountedFor {
  readonly now: Date;
  readonly reference: ReferenceValues;
  /** So long the count is to hold: what is due then is counted too. */
  readonly aheadMs: bigint;
}

/**
 * First the obligations, then the money: what is paid in between is missing from the money and
 * still among the obligations, never the other way round.
 */
export async function countMargin(
  queryable: Queryable,
  { products }: Treasury,
  { now, reference, aheadMs }: CountedFor,
): Promise<Omit<Cover, "days" | "marginSats">> {
  let owedSats = 0n;
  let dueSats = 0n;
  const at = { now, reference };
  const soon = { ...at, milliseconds: LIQUIDITY_MS + aheadMs };
  for (const { liabilities, obligations } of products) {
    const owed = (await liabilities(queryable, at)).filter(({ isSetAside }) => !isSetAside);
    owedSats += owed.reduce((sum, liability) => sum + liability.owedSats, 0n);
    dueSats += await obligations(queryable, soon);
  }
  const [mining = 0n, held = 0n, fees = 0n] = await accountBalances(queryable, [
    MINING,
    TREASURY,
    FEES,
  ]);
  const atHandSats = mining + held;
  const fundsSats = atHandSats + fees;
  const solvencySats = fundsSats - owedSats;
  const liquiditySats = atHandSats - dueSats;
  return { owedSats, dueSats, fundsSats, atHandSats, solvencySats, liquiditySats };
}

/** Of every product, in the products' order. */
export async function liabilitiesOf(
  queryable: Queryable,
  { products }: Treasury,
  now: Date,
): Promise<Liability[]> {
  const reference = await referenceValuesAt(queryable, now);
  const all: Liability[] = [];
  for (const { liabilities } of products)
    all.push(...(await liabilities(queryable, { now, reference })));
  return all;
}

/** Of a margin what lies in the treasury. */
export async function spareInTreasury(queryable: Queryable, marginSats: bigint): Promise<bigint> {
  const held = await accountBalance(queryable, TREASURY);
  if (marginSats <= 0n) return 0n;
  return marginSats < held ? marginSats : held;
}

export interface FundingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** What so many more payouts need is brought at once, so that it happens rarely. */
const PAYOUTS_AHEAD = 9n;

/** Others bring and take at the same moment: so often the balances are read again. */
const ATTEMPTS_MAX = 5;

/**
 * Brings enough from the treasury for `neededSats` and, if it has it, for some more payouts like
 * it. Moves nothing when the mining account holds enough. False when both together are short.
 */
export async function fundPayouts(
  { database, clock }: FundingDeps,
  neededSats: bigint,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((tx) => bringToMining(tx, clock, neededSats));
    } catch (error) {
      const isRace = error instanceof LedgerRefusal && error.has("insufficient");
      if (!isRace) throw error;
      if (attempt === ATTEMPTS_MAX) return false;
    }
  }
}

async function bringToMining(
  tx: DatabaseTransaction,
  clock: Clock,
  neededSats: bigint,
): Promise<boolean> {
  const [mining = 0n, held = 0n] = await accountBalances(tx, [MINING, TREASURY]);
  const short = neededSats - mining;
  if (short <= 0n) return true;
  if (held < short) return false;
  const wanted = short + neededSats * PAYOUTS_AHEAD;
  const amount = wanted < held ? wanted : held;
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
}
