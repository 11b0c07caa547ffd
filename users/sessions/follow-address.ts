/**
 * With a hosted service an address changes there. Codes and notices of this floor follow it, and the address before is told:
 * whoever left it behind would wait for codes in a mailbox that is another's by now.
 */
import { changeAddress, deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { saveNewEmail } from "../auth/email-change-table.ts";
import { findUserByEmail, lockUser } from "../users-table.ts";

/** Locks withdrawals with it. False when the address is the known one, none, or here another person's. */
export async function followAddress(
  tx: DatabaseTransaction,
  { userId, told, now }: { readonly userId: string; readonly told: string; readonly now: Date },
): Promise<boolean> {
  const newEmail = told.toLowerCase();
  const user = await lockUser(tx, userId);
  if (!user || newEmail === "" || newEmail === user.email) return false;
  if (await findUserByEmail(tx, newEmail)) return false;
  await saveNewEmail(tx, { userId, newEmail, now });
  const values = { oldEmail: user.email, newEmail, at: now.toISOString() };
  await deliver(tx, { userId, template: "email_changed_elsewhere", to: user.email, values, now });
  await changeAddress(tx, { userId, email: newEmail });
  return true;
}
