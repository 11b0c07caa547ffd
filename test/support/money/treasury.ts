/** Treasuries of houses that promised different things, for tests of who sells and gives. */
import { accountBalances, houseAccount } from "#ledger";
import type { Database, Queryable } from "#platform";
import { recount, noObligations, type Treasury } from "#treasury";

const MOST_SATS = 2_100_000_000_000_000n;

export const nothingPromised: Treasury = { products: [] };

/** More than there is: nothing is spare, whatever comes in. */
export const everythingPromised: Treasury = owing(MOST_SATS);

/** All that the house has now is promised but this. */
export async function promisedAllBut(queryable: Queryable, spareSats: bigint): Promise<Treasury> {
  const names = (["mining", "treasury", "fees"] as const).map((name) => houseAccount(name, "BTC"));
  const balances = await accountBalances(queryable, names);
  return owing(balances.reduce((sum, sats) => sum + sats, 0n) - spareSats);
}

/** For a test that moved coins or sold things behind the back of whoever counts. */
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
