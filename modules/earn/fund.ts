/**
 * Manages the practice fund that pays all interest. The reserve contains promised interest; only
 * closing a position takes coins from it. The funding account contains interest that can still be
 * promised. The treasury fills the funding account, but only with spare coins.
 */
import { accountBalances, houseAccount, LedgerRefusal, postAll, reserveAccount } from "#ledger";
import { newUuid, type Clock, type Database, type Queryable } from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";

export const FUNDING = houseAccount("earn-funding", "BTC");
export const RESERVE = reserveAccount("earn");
const TREASURY = houseAccount("treasury", "BTC");

/** Target of the fund: 2 BTC, roughly the interest on 5 BTC staked for 180 days. */
export const FUNDING_TARGET_SATS = 200_000_000n;

export interface Fund {
  /** Interest that can still be promised. */
  readonly fundingSats: bigint;
  /** Interest promised to open positions. */
  readonly reservedSats: bigint;
  readonly targetSats: bigint;
}

export interface FundDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly treasury: Treasury;
}

export async function fundNow(queryable: Queryable): Promise<Fund> {
  const [fundingSats = 0n, reservedSats = 0n] = await accountBalances(queryable, [
    FUNDING,
    RESERVE,
  ]);
  return { fundingSats, reservedSats, targetSats: FUNDING_TARGET_SATS };
}

/** Fills the fund up to its target with the treasury's spare coins. */
export async function fillFund({ database, clock, treasury }: FundDeps): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      const { fundingSats, targetSats } = await fundNow(tx);
      const missing = targetSats - fundingSats;
      const now = clock.now();
      const wanted = { now, wantedSats: missing, leastSats: 1n };
      const amount = await claimSpareSats(tx, treasury, wanted);
      if (amount === 0n) return;
      const id = newUuid(now);
      await postAll(tx, [
        { id, debit: TREASURY, credit: FUNDING, amount, code: "earn_funding", cause: "earn" },
      ]);
    });
  } catch (error) {
    // Another transaction has taken coins from the treasury. The next run tries again.
    if (error instanceof LedgerRefusal && error.has("insufficient")) return;
    throw error;
  }
}
