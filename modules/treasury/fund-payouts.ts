/**
 * Counts the platform's obligations and funds, and refills the mining account. `house:mining`
 * receives revenue and pays users. If it has too little, the treasury, which holds the mined coins
 * and receives the fees, refills it. Two cover rules apply: all funds must cover all sold products
 * until they end, and available funds must cover the payments of the next seven days.
 */
import { DAY_MS } from "#economics";
import {
  accountBalance,
  accountBalances,
  houseAccount,
  LedgerRefusal,
  postAll,
  queuedChange,
} from "#ledger";
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
/** Time ahead for which available funds must cover all payments. */
export const LIQUIDITY_MS = LIQUIDITY_DAYS * DAY_MS;
const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");
const FEES = houseAccount("fees", "BTC");

export interface Cover extends Margin {
  /** Total unpaid amount owed for all sold products. */
  readonly owedSats: bigint;
  /** Maximum amount that may become due within `days`. */
  readonly dueSats: bigint;
  readonly days: number;
  /** Total balance of the mining, treasury and fees accounts. */
  readonly fundsSats: bigint;
  /**
   * Total balance of the mining and treasury accounts. Excludes fees, which are available only
   * after they are swept.
   */
  readonly atHandSats: bigint;
  /**
   * Amount that neither cover rule needs. While it is negative, the platform cannot cover its
   * obligations and sells nothing.
   */
  readonly marginSats: bigint;
}

/** Counts the cover exactly. To decide about a sale, use cover.ts, which is faster. */
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
  /** How long the count will be used. Payments that become due during this time are included. */
  readonly aheadMs: bigint;
}

/**
 * Counts the margin. Obligations are read before funds, so a payment between the two reads reduces
 * only the funds. The margin can therefore be too low but never too high.
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
  const accounts = [MINING, TREASURY, FEES];
  const balances = await accountBalances(queryable, accounts);
  // The obligations no longer contain earnings that this transaction has settled, so the funds must
  // not contain their coins either.
  const [mining = 0n, held = 0n, fees = 0n] = accounts.map(
    (account, place) => (balances[place] ?? 0n) + queuedChange(queryable, account),
  );
  const atHandSats = mining + held;
  const fundsSats = atHandSats + fees;
  const solvencySats = fundsSats - owedSats;
  const liquiditySats = atHandSats - dueSats;
  return { owedSats, dueSats, fundsSats, atHandSats, solvencySats, liquiditySats };
}

/** Returns the liabilities of all products, in product order. */
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
  const held = (await accountBalance(queryable, TREASURY)) + queuedChange(queryable, TREASURY);
  if (marginSats <= 0n) return 0n;
  return marginSats < held ? marginSats : held;
}

export interface FundingDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Number of further payouts to fund at the same time, so that funding is rarely needed. */
const PAYOUTS_AHEAD = 9n;

/** Maximum number of attempts. Balances are read again if a concurrent transaction changed them. */
const ATTEMPTS_MAX = 5;

/**
 * Moves enough coins from the treasury to the mining account for `neededSats` and, if available,
 * for further payouts of the same size. Moves nothing if the mining account has enough. Returns
 * false if the two accounts together have too little.
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
