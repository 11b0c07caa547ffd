/**
 * Counts the platform's obligations and funds, and funds the mining account. `house:mining`
 * receives revenue and pays users. If this account has too little, the treasury pays. The treasury
 * holds the coins that the pool mined and receives the fees. Two rules apply. All funds must cover
 * all sold products until they end. Available funds must cover the payments of the next seven days.
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
/** Payments due within this duration must be covered by available funds. */
export const LIQUIDITY_MS = LIQUIDITY_DAYS * DAY_MS;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const FEES = houseAccount("fees", "BTC");

/** The platform's obligations and funds. */
export interface Cover extends Margin {
  /** Total amount owed for sold products that is not paid yet. */
  readonly owedSats: bigint;
  /** Maximum that may become payable within `days`. */
  readonly dueSats: bigint;
  readonly days: number;
  /** Balance of the mining account, the treasury and the fees. */
  readonly fundsSats: bigint;
  /**
   * Balance of the mining account and the treasury. Fees are not included, because they become
   * available only when they are swept.
   */
  readonly atHandSats: bigint;
  /**
   * Amount that neither rule needs. If the amount is negative, the platform cannot cover its
   * obligations and sells nothing.
   */
  readonly marginSats: bigint;
}

/** Counts the cover. To decide about a sale, use cover.ts, which is faster. */
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
  /** How long the count stays valid. Payments that become due in that time are included. */
  readonly aheadMs: bigint;
}

/**
 * Counts the margin. Reads obligations before funds. A payment between the two reads then reduces
 * only the funds, so the margin can be too low but never too high.
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

/** Returns the liabilities of all products, in the order of the products. */
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

/** Returns the part of a margin that is in the treasury account. */
export async function spareInTreasury(queryable: Queryable, marginSats: bigint): Promise<bigint> {
  const held = await accountBalance(queryable, TREASURY);
  if (marginSats <= 0n) return 0n;
  return marginSats < held ? marginSats : held;
}

export interface FundingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Number of further payouts that are funded at the same time, so that funding is rarely needed. */
const PAYOUTS_AHEAD = 9n;

/**
 * Maximum number of attempts. If a different transaction changed the balances, they are read again.
 */
const ATTEMPTS_MAX = 5;

/**
 * Moves enough coins from the treasury for `neededSats` and, if available, for further payouts of
 * the same size. Moves nothing if the mining account has enough. Returns false if both accounts
 * together have too little.
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
