/** Enables or disables e-mails about an account's orders. */
import type { Database } from "#platform";
import { openAccount } from "../book/accounts-table.ts";

export async function setOrderMail(
  database: Database,
  userId: string,
  { mailsFills, now }: { readonly mailsFills: boolean; readonly now: Date },
): Promise<{ readonly mailsFills: boolean }> {
  return database.transaction(async (tx) => {
    await openAccount(tx, userId, now);
    await tx.query("update forex_accounts set mails_fills = $2 where user_id = $1", [
      userId,
      mailsFills,
    ]);
    return { mailsFills };
  });
}
