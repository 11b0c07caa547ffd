/**
 * Stores the credentials that the hosted service last reported for a user. The service does not
 * notify this module of changes, so a change is detected by comparing each report with the previous
 * one. A change locks withdrawals, as it does with the embedded sign-in service.
 */
import { createHash } from "node:crypto";
import { changeAddress, deliver } from "#notifications";
import type { Database, DatabaseTransaction, Queryable } from "#platform";
import { findUserByEmail, lockUser, saveNewEmail } from "../people/users-table.ts";
import { lockWithdrawals } from "../people/withdrawals-lock.ts";

export interface HostedCredentials {
  readonly email: string;
  readonly phone: string;
  /** Ids of the user's verified second factors. */
  readonly factors: readonly string[];
  /** Ids of the user's linked identities. */
  readonly identities: readonly string[];
}

interface Observation {
  readonly userId: string;
  /** The user's e-mail address on this installation. */
  readonly emailHere: string;
  readonly issuer: string;
  readonly credentials: HostedCredentials;
  /** When the service made the report. */
  readonly observedAt: Date;
}

interface Row {
  readonly issuer: string;
  readonly hash: string;
  readonly at: Date;
}

/**
 * Stores the report. Locks withdrawals if the credentials changed; the first report locks nothing.
 * Returns true if the user's address changed. Do not call it inside a transaction.
 */
export async function noteCredentials(
  database: Database,
  observation: Observation,
): Promise<boolean> {
  const hash = hashOf(observation.credentials);
  const { userId, issuer, observedAt } = observation;
  const { email } = observation.credentials;
  const isKnown = (row: Row | undefined) => row?.hash === hash && row.issuer === issuer;
  const isFollowed = email === "" || email.toLowerCase() === observation.emailHere;
  if (isFollowed && isKnown(await findRow(database, userId))) return false;
  return database.transaction(async (tx) => {
    await tx.query("select from users_users where id = $1 for update", [userId]);
    const before = await findRow(tx, userId);
    // The credentials are unchanged, but the address may still have to be updated, if another user
    // of this installation had it at the time of the first report.
    if (isKnown(before)) return followAddress(tx, { userId, email, now: observedAt });
    // A cached report must not overwrite a later one.
    if (before && before.at > observedAt) return false;
    await tx.query(
      `insert into users_hosted_credentials (user_id, issuer, told_hash, told_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update set issuer = $2, told_hash = $3, told_at = $4`,
      [userId, issuer, hash, observedAt],
    );
    if (!before) return false;
    await lockWithdrawals(tx, { userId, now: observedAt });
    return followAddress(tx, { userId, email, now: observedAt });
  });
}

/**
 * Applies an address change at the service to this installation. Otherwise codes would still be
 * sent to a mailbox that may now belong to another person. Also notifies the old address and locks
 * withdrawals. Returns false if the address is empty, unchanged or used by another user of this
 * installation.
 */
async function followAddress(
  tx: DatabaseTransaction,
  { userId, email, now }: { readonly userId: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const newEmail = email.toLowerCase();
  const user = await lockUser(tx, userId);
  if (!user || newEmail === "" || newEmail === user.email) return false;
  if (await findUserByEmail(tx, newEmail)) return false;
  await saveNewEmail(tx, { userId, newEmail, now });
  const values = { oldEmail: user.email, newEmail, at: now.toISOString() };
  await deliver(tx, { userId, template: "email_changed_elsewhere", to: user.email, values, now });
  await changeAddress(tx, { userId, email: newEmail });
  return true;
}

/** Returns true if this service has ever reported any user. */
export async function hasReportedPeople(queryable: Queryable, issuer: string): Promise<boolean> {
  const rows = await queryable.query(
    "select 1 from users_hosted_credentials where issuer = $1 limit 1",
    [issuer],
  );
  return rows.length > 0;
}

async function findRow(queryable: Queryable, userId: string): Promise<Row | undefined> {
  const [row] = await queryable.query<Row>(
    "select issuer, told_hash as hash, told_at as at from users_hosted_credentials where user_id = $1",
    [userId],
  );
  return row;
}

function hashOf({ email, phone, factors, identities }: HostedCredentials): string {
  const observation = [email.toLowerCase(), phone, factors.toSorted(), identities.toSorted()];
  return createHash("sha256").update(JSON.stringify(observation)).digest("hex");
}
