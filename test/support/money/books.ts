/** Creates users with money on the ledger, for tests of any module. */
import { randomUUID } from "node:crypto";
import { openUserAccounts, outsideAccount, postAll, userAccount } from "#ledger";
import { newUuid, type Database } from "#platform";

/** Opens a user's accounts and posts deposits of the given amounts. Returns the user's id. */
export async function userWith(
  database: Database,
  { sats = 0n, cents = 0n }: { readonly sats?: bigint; readonly cents?: bigint },
): Promise<string> {
  const userId = randomUUID();
  const wanted = [
    { outside: outsideAccount("chain"), asset: "BTC", amount: sats },
    { outside: outsideAccount("issuer"), asset: "USD", amount: cents },
  ] as const;
  const transfers = wanted
    .filter(({ amount }) => amount > 0n)
    .map(({ outside, asset, amount }) => ({
      id: newUuid(),
      debit: outside,
      credit: userAccount(userId, "available", asset),
      amount,
      code: "deposit" as const,
    }));
  await database.transaction(async (tx) => {
    await openUserAccounts(tx, userId);
    if (transfers.length > 0) await postAll(tx, transfers);
  });
  return userId;
}
