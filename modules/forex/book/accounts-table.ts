/** SQL statements for desk accounts. The row lock serialises all actions on one account. */
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { Principal } from "#market";

export interface AccountRow {
  readonly userId: string;
  readonly lastTransaction: number;
  readonly advanceCents: bigint;
  readonly principal: Principal;
  readonly isMarginCall: boolean;
  /** Numbers of the events not yet reported to the owner. */
  readonly untold: readonly number[];
  /** True if notifications about these events are also e-mailed. */
  readonly mailsFills: boolean;
  /** True if messages about alerts are also e-mailed. */
  readonly mailsAlerts: boolean;
  /** True if messages about alerts are also sent by SMS. */
  readonly textsAlerts: boolean;
}

interface RawAccount {
  readonly userId: string;
  readonly lastTransaction: number;
  readonly advanceCents: bigint;
  readonly sats: bigint;
  readonly cents: bigint;
  readonly highestRateCents: bigint;
  readonly isMarginCall: boolean;
  readonly untold: readonly number[];
  readonly mailsFills: boolean;
  readonly mailsAlerts: boolean;
  readonly textsAlerts: boolean;
}

/** SQL condition that selects users' live accounts and excludes replays. */
export const LIVE = "user_id not in (select id from forex_replays)";

const ACCOUNTS = `select user_id as "userId", last_transaction as "lastTransaction", advance_cents as "advanceCents",
  principal_sats as sats, principal_cents as cents, highest_rate_cents as "highestRateCents", is_margin_call as "isMarginCall", untold, mails_fills as "mailsFills",
  mails_alerts as "mailsAlerts", texts_alerts as "textsAlerts" from forex_accounts`;

/**
 * Locks the accounts in id order until the end of the transaction. A user who never opened the desk
 * has no row.
 */
export async function lockAccounts(
  tx: DatabaseTransaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRow>> {
  const rows = await tx.query<RawAccount>(
    `${ACCOUNTS} where user_id = any((select $1::uuid[])::uuid[]) order by user_id for update`,
    [uuidArray(userIds)],
  );
  return new Map(rows.map((row) => [row.userId, asAccount(row)]));
}

export async function findAccount(
  queryable: Queryable,
  userId: string,
): Promise<AccountRow | undefined> {
  const [row] = await queryable.query<RawAccount>(`${ACCOUNTS} where user_id = $1`, [userId]);
  return row && asAccount(row);
}

/** Returns the accounts of all users who ever opened the desk. */
export async function deskAccounts(queryable: Queryable): Promise<AccountRow[]> {
  return (await queryable.query<RawAccount>(`${ACCOUNTS} where ${LIVE}`)).map(asAccount);
}

/** Returns the desk accounts of those users who ever opened the desk. */
export async function deskAccountsOf(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<AccountRow[]> {
  const rows = await queryable.query<RawAccount>(
    `${ACCOUNTS} where user_id = any((select $1::uuid[])::uuid[]) and ${LIVE}`,
    [uuidArray(userIds)],
  );
  return rows.map(asAccount);
}

/** Locks an account's row, which is created if missing. */
export async function openAccount(
  tx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<AccountRow> {
  const existing = await lockAccounts(tx, [userId]);
  const row = existing.get(userId);
  if (row) return row;
  await tx.query(
    "insert into forex_accounts (user_id, opened_at) values ($1, $2) on conflict do nothing",
    [userId, now],
  );
  const opened = (await lockAccounts(tx, [userId])).get(userId);
  if (!opened) throw new Error(`desk account ${userId} disappeared`);
  return opened;
}

function asAccount({ sats, cents, highestRateCents, ...row }: RawAccount): AccountRow {
  return { ...row, principal: { sats, cents, highestRateCents } };
}

export interface AccountState {
  readonly userId: string;
  readonly advanceCents: bigint;
  readonly isMarginCall: boolean;
}

/**
 * Returns the states of the given accounts or, without `userIds`, of all live accounts with open
 * trades.
 */
export async function accountStates(
  queryable: Queryable,
  userIds?: readonly string[],
): Promise<AccountState[]> {
  return queryable.query<AccountState>(
    `select user_id as "userId", advance_cents as "advanceCents", is_margin_call as "isMarginCall" from forex_accounts
     where case when $1::uuid[] is null
       then user_id in (select user_id from forex_trades where state <> 'CLOSED') and ${LIVE}
       else user_id = any($1::uuid[]) end`,
    [userIds ? uuidArray(userIds) : null],
  );
}

/**
 * Returns the accounts with unreported events whose last message is older than `before`, or that
 * never had a message.
 */
export async function untoldAccounts(
  queryable: Queryable,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queryable.query<{ readonly userId: string }>(
    `select user_id as "userId" from forex_accounts
     where untold <> '{}' and (told_at is null or told_at < $1) order by told_at nulls first limit $2`,
    [before, limit],
  );
  return rows.map(({ userId }) => userId);
}

export interface UntoldAccount {
  readonly untold: readonly number[];
  readonly mailsFills: boolean;
}

/**
 * Locks an account and returns its unreported events, or undefined if another process has already
 * reported the events.
 */
export async function lockUntold(
  tx: DatabaseTransaction,
  userId: string,
): Promise<UntoldAccount | undefined> {
  const [row] = await tx.query<UntoldAccount>(
    `select untold, mails_fills as "mailsFills" from forex_accounts where user_id = $1 and untold <> '{}' for update`,
    [userId],
  );
  return row;
}

export async function clearUntold(
  tx: DatabaseTransaction,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.query("update forex_accounts set untold = '{}', told_at = $2 where user_id = $1", [
    userId,
    now,
  ]);
}
