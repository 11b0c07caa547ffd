/** Treasuries with different obligations, for tests of products that sell or give coins. */
import { accountBalances, houseAccount } from "#ledger";
import type { Database, Queryable } from "#platform";
import { recount, noObligations, type Treasury } from "#treasury";

const MOST_SATS = 2_100_000_000_000_000n;

export const nothingPromised: Treasury = { products: [] };

/** Obligations that exceed the maximum coin supply, so that income never leaves spare coins. */
export const everythingPromised: Treasury = owing(MOST_SATS);

/** Returns obligations for all coins that the platform has now, except for `spareSats`. */
export async function promisedAllBut(queryable: Queryable, spareSats: bigint): Promise<Treasury> {
  const names = (["mining", "treasury", "fees"] as const).map((name) => houseAccount(name, "BTC"));
  const balances = await accountBalances(queryable, names);
  return owing(balances.reduce((sum, sats) => sum + sats, 0n) - spareSats);
}

/** Recomputes the stored totals after a test moved coins or sold products without updating them. */
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
  return { products: [{ liabilities, obligations: noObligations }] };
}
