/**
 * Creates treasuries with different obligations, for tests of products that sell or give away
 * coins.
 */
import { accountBalances, houseAccount } from "#ledger";
import type { Database, Queryable } from "#platform";
import { recount, noObligations, nothingOwed, type Treasury } from "#treasury";

const MOST_SATS = 2_100_000_000_000_000n;

export const nothingPromised: Treasury = { products: [] };

/**
 * A treasury whose obligations exceed the maximum coin supply, so that it never has spare coins.
 */
export const everythingPromised: Treasury = owing(MOST_SATS);

/**
 * Returns a treasury whose obligations use all of the platform's current coins except `spareSats`.
 */
export async function promisedAllBut(queryable: Queryable, spareSats: bigint): Promise<Treasury> {
  const names = (["mining", "treasury", "fees"] as const).map((name) => houseAccount(name, "BTC"));
  const balances = await accountBalances(queryable, names);
  return owing(balances.reduce((sum, sats) => sum + sats, 0n) - spareSats);
}

/**
 * Recomputes the stored totals, for tests that move coins or sell products without updating the
 * totals.
 */
export function countAgain(database: Database): Promise<void> {
  return database.transaction(recount);
}

function owing(owedSats: bigint): Treasury {
  const promise = {
    name: "A promise",
    open: 1,
    heldSats: 0n,
    isSetAside: false,
    closedReason: null,
  };
  const liabilities = () => Promise.resolve([{ ...promise, owedSats }]);
  return { products: [{ liabilities, obligations: noObligations, owedTo: nothingOwed }] };
}
