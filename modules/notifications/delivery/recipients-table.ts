/** SQL statements for recipients: each user's address and preferences. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { Channel } from "../messages/messages-table.ts";
import { withdrawRows } from "../outbox/outbox-table.ts";
import { PREFERENCE_COLUMNS } from "../messages/preference-columns.ts";
import type { Preferences } from "../messages/template.ts";

export type Recipient = Preferences & {
  readonly email: string;
  /** Phone number as a plus sign and digits. */
  readonly phone: string | null;
  readonly outlets: readonly Channel[];
};

/** Creates the mailbox with the default preferences. Called once, when the user is created. */
export async function openMailbox(
  tx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await tx.query("insert into notifications_recipients (user_id, email) values ($1, $2)", [
    userId,
    email,
  ]);
}

/** SQL columns of a recipient, including the currently configured channels. */
const RECIPIENT = `select user_id as "userId", email, phone, ${PREFERENCE_COLUMNS},
       array(select channel from notifications_outlets where is_open) as outlets
     from notifications_recipients`;

/**
 * SQL that locks the recipient's row, so that the user cannot be deleted before the commit.
 * Otherwise the message would remain after the deletion.
 */
const UNTIL_COMMIT = "for key share of notifications_recipients";

export async function lockRecipient(
  tx: DatabaseTransaction,
  userId: string,
): Promise<Recipient | undefined> {
  const [row] = await tx.query<Recipient>(`${RECIPIENT} where user_id = $1 ${UNTIL_COMMIT}`, [
    userId,
  ]);
  return row;
}

/** Locks recipients and returns them by user id. Users without a mailbox have no entry. */
export async function lockRecipients(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Recipient>> {
  const rows = await tx.query<Recipient & { readonly userId: string }>(
    `${RECIPIENT} where user_id = any((select $1::uuid[])::uuid[]) ${UNTIL_COMMIT}`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Returns the number of users who have turned on promotions and news. */
export async function countReaders(queryable: Queryable): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from notifications_recipients where promotions and email <> $1",
    [CLOSED],
  );
  return row?.count ?? 0;
}

/**
 * Returns the next users who have turned on promotions and news, ordered by id. Locks these users,
 * so that they cannot turn news off or be deleted before the commit.
 */
export function lockReaders(
  tx: DatabaseTransaction,
  { afterUser, limit }: { readonly afterUser: string | null; readonly limit: number },
): Promise<(Recipient & { readonly userId: string })[]> {
  return tx.query<Recipient & { readonly userId: string }>(
    `${RECIPIENT} where promotions and email <> $3 and ($1::uuid is null or user_id > $1)
     order by user_id limit $2 for share of notifications_recipients`,
    [afterUser, limit, CLOSED],
  );
}

/**
 * Returns the user's preferences. Throws an Error if the user has no mailbox, which would be a bug
 * because sign-up creates one.
 */
export async function preferencesOf(queryable: Queryable, userId: string): Promise<Preferences> {
  const [row] = await queryable.query<Preferences>(
    `select ${PREFERENCE_COLUMNS} from notifications_recipients where user_id = $1`,
    [userId],
  );
  if (!row) throw new Error("the user has no mailbox");
  return row;
}

/**
 * Saves only the given settings in one statement, so that two tabs that change different settings
 * do not overwrite each other's change.
 */
export async function savePreferences(
  queryable: Queryable,
  change: {
    readonly userId: string;
    readonly preferences: {
      readonly [Name in keyof Preferences]?: Preferences[Name] | undefined;
    };
  },
): Promise<Preferences> {
  const { userId, preferences } = change;
  const [row] = await queryable.query<Preferences>(
    `update notifications_recipients set login = coalesce($2, login), withdrawal = coalesce($3, withdrawal),
       deposit = coalesce($4, deposit), promotions = coalesce($5, promotions),
       sms_login = coalesce($6, sms_login), sms_withdrawal = coalesce($7, sms_withdrawal)
     where user_id = $1 returning ${PREFERENCE_COLUMNS}`,
    [
      userId,
      preferences.login ?? null,
      preferences.withdrawal ?? null,
      preferences.deposit ?? null,
      preferences.promotions ?? null,
      preferences.smsLogin ?? null,
      preferences.smsWithdrawal ?? null,
    ],
  );
  if (!row) throw new Error("the user has no mailbox");
  return row;
}

/** Saves the phone number for SMS alerts. Null removes it. */
export async function savePhone(
  queryable: Queryable,
  { userId, phone }: { readonly userId: string; readonly phone: string | null },
): Promise<void> {
  await queryable.query("update notifications_recipients set phone = $2 where user_id = $1", [
    userId,
    phone,
  ]);
}

export async function changeAddress(
  tx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await tx.query("update notifications_recipients set email = $2 where user_id = $1", [
    userId,
    email,
  ]);
}

const CLOSED = "";

/**
 * Deletes a user's messages and address when the user is deleted. The row remains as a closed
 * mailbox, because later on-chain events may still write to the mailbox and must not fail. Call
 * this function last in the deletion: it waits for transactions that write to the user, and those
 * transactions may hold locks that other steps of the deletion need.
 */
export async function closeMailbox(tx: DatabaseTransaction, userId: string): Promise<void> {
  // Lock the mailbox first, to wait for transactions that are sending or writing messages.
  // Transactions that start later find the mailbox closed.
  await tx.query("select from notifications_recipients where user_id = $1 for update", [userId]);
  await tx.query(
    "update notifications_recipients set email = $2, phone = null where user_id = $1",
    [userId, CLOSED],
  );
  await withdrawRows(tx, { userId });
  await tx.query("delete from notifications_messages where user_id = $1", [userId]);
}

export function isClosed({ email }: { readonly email: string }): boolean {
  return email === CLOSED;
}
