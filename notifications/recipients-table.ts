/** The only SQL on recipients: address and preferences of each user. */
import type { DatabaseTransaction, Queryable } from "#platform";
import type { Preferences } from "./templates.ts";

const PREFERENCES = `login, withdrawal, deposit, promotions, sms_login as "smsLogin", sms_withdrawal as "smsWithdrawal"`;

/** Called once, when the user is made; the preferences start as the product's defaults. */
export async function openMailbox(
  tx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await tx.query("insert into notifications_recipients (user_id, email) values ($1, $2)", [
    userId,
    email,
  ]);
}

export async function findRecipient(
  queryable: Queryable,
  userId: string,
): Promise<(Preferences & { readonly email: string }) | undefined> {
  const [row] = await queryable.query<Preferences & { email: string }>(
    `select email, ${PREFERENCES} from notifications_recipients where user_id = $1`,
    [userId],
  );
  return row;
}

/** Throws an Error when the user has no mailbox: that is a bug, every user gets one at sign-up. */
export async function preferencesOf(queryable: Queryable, userId: string): Promise<Preferences> {
  const [row] = await queryable.query<Preferences>(
    `select ${PREFERENCES} from notifications_recipients where user_id = $1`,
    [userId],
  );
  if (!row) throw new Error("the user has no mailbox");
  return row;
}

export async function savePreferences(
  queryable: Queryable,
  { userId, preferences }: { readonly userId: string; readonly preferences: Preferences },
): Promise<void> {
  await queryable.query(
    `update notifications_recipients set login = $2, withdrawal = $3, deposit = $4, promotions = $5,
       sms_login = $6, sms_withdrawal = $7 where user_id = $1`,
    [
      userId,
      preferences.login,
      preferences.withdrawal,
      preferences.deposit,
      preferences.promotions,
      preferences.smsLogin,
      preferences.smsWithdrawal,
    ],
  );
}
