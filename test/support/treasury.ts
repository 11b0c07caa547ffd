/** Treasuries of houses that promised different things, for tests of who sells and gives. */
import { accountBalance, houseAccount } from "#ledger";
import type { Queryable } from "#platform";
import type { Promises, Treasury } from "#treasury";

const MOST_SATS = 2_100_000_000_000_000n;

export const nothingPromised: Treasury = { promises: [] };

/** More than there is: nothing is spare, whatever comes in. */
export const everythingPromised: Treasury = { promises: [payable(MOST_SATS)] };

/** All that the house has now is promised but this. */
export async function promisedAllBut(queryable: Queryable, spareSats: bigint): Promise<Treasury> {
  const balances = await Promise.all(
    (["mining", "treasury"] as const).map((name) =>
      accountBalance(queryable, houseAccount(name, "BTC")),
    ),
  );
  return { promises: [payable(balances.reduce((sum, sats) => sum + sats, 0n) - spareSats)] };
}

function payable(sats: bigint): Promises {
  return { expectedPaySats: async () => 0n, onDemandSats: async () => sats };
}
