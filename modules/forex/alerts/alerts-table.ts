/** SQL statements for alerts. A user's changes are serialised by an advisory lock. */
import { instrumentNamed } from "#market";
import { uuidArray, type DatabaseTransaction, type Queryable } from "#platform";
import type { AlertDirection, AlertKind, AlertSide, Condition } from "./alert.ts";

export interface AlertRow extends Condition {
  readonly id: string;
  readonly position: bigint;
  readonly userId: string;
  /** Shortest time between two messages. Null if the alert fires once. */
  readonly repeatSeconds: number | null;
  readonly note: string | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The alert fires only at ticks after this time. */
  readonly armedAt: Date;
  /** True if the saved progress includes this alert. */
  readonly isWatched: boolean;
  readonly state: "ACTIVE" | "FIRED" | "EXPIRED";
  readonly firedCount: number;
  /** Last time at which the condition became true. */
  readonly firedAt: Date | null;
  readonly foundAt: Date | null;
  readonly firedValue: bigint | null;
}

export type NewAlert = Condition &
  Pick<AlertRow, "id" | "userId" | "repeatSeconds" | "note" | "expiresAt" | "armedAt">;

interface RawAlert extends Omit<AlertRow, "instrument" | "level"> {
  readonly kind: AlertKind;
  readonly side: AlertSide | null;
  readonly direction: AlertDirection;
  readonly instrument: string | null;
  readonly level: bigint;
}

const ALERTS = `select id, position, user_id as "userId", kind, instrument, side, direction, level,
  repeat_seconds as "repeatSeconds", note, expires_at as "expiresAt", created_at as "createdAt", armed_at as "armedAt",
  is_watched as "isWatched", state, fired_count as "firedCount", fired_at as "firedAt", found_at as "foundAt",
  fired_value as "firedValue" from forex_alerts`;

function asAlert({ instrument, level, ...row }: RawAlert): AlertRow {
  return { ...row, instrument: instrumentNamed(instrument ?? ""), level: Number(level) };
}

/** Serialises the changes of a user's alerts until the end of the transaction. */
export async function lockAlerts(tx: DatabaseTransaction, userId: string): Promise<AlertRow[]> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`alerts ${userId}`]);
  return alertsOf(tx, userId);
}

/** Returns the user's alerts, newest first. */
export async function alertsOf(queryable: Queryable, userId: string): Promise<AlertRow[]> {
  const rows = await queryable.query<RawAlert>(
    `${ALERTS} where user_id = $1 order by position desc`,
    [userId],
  );
  return rows.map(asAlert);
}

/** Returns a page of all active alerts, oldest first. */
export async function activeAlerts(
  queryable: Queryable,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<AlertRow[]> {
  const rows = await queryable.query<RawAlert>(
    `${ALERTS} where state = 'ACTIVE' and position > $1 order by position limit $2`,
    [after, limit],
  );
  return rows.map(asAlert);
}

export async function activeAlertsOf(
  queryable: Queryable,
  userIds: readonly string[],
): Promise<AlertRow[]> {
  const rows = await queryable.query<RawAlert>(
    `${ALERTS} where state = 'ACTIVE' and user_id = any((select $1::uuid[])::uuid[])`,
    [uuidArray(userIds)],
  );
  return rows.map(asAlert);
}

export async function insertAlert(tx: DatabaseTransaction, alert: NewAlert): Promise<void> {
  await tx.query(
    `insert into forex_alerts (id, user_id, kind, instrument, side, direction, level, repeat_seconds, note, expires_at,
       created_at, armed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    valuesOf(alert),
  );
}

/** Replaces an alert and arms it again, whatever its state. */
export async function rearmAlert(tx: DatabaseTransaction, alert: NewAlert): Promise<void> {
  await tx.query(
    `update forex_alerts set kind = $3, instrument = $4, side = $5, direction = $6, level = $7, repeat_seconds = $8,
       note = $9, expires_at = $10, armed_at = $11, is_watched = false, state = 'ACTIVE'
     where id = $1 and user_id = $2`,
    valuesOf(alert),
  );
}

function valuesOf(alert: NewAlert): unknown[] {
  const { id, userId, kind, instrument, side, direction, level } = alert;
  const { repeatSeconds, note, expiresAt, armedAt } = alert;
  const condition = [kind, instrument?.name ?? null, side, direction, level];
  return [id, userId, ...condition, repeatSeconds, note, expiresAt, armedAt];
}

export async function deleteAlerts(tx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await tx.query("delete from forex_alerts where id = any($1::text[])", [ids]);
}

/** Deletes all alerts of a user whose account is deleted. */
export async function forgetAlerts(
  tx: DatabaseTransaction,
  { userId }: { readonly userId: string },
): Promise<void> {
  await tx.query("delete from forex_alerts where user_id = $1", [userId]);
  await tx.query("delete from forex_alert_messages where user_id = $1", [userId]);
}

/** Locks the active alerts among these, and returns them by id. */
export async function lockActive(
  tx: DatabaseTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AlertRow>> {
  const rows = await tx.query<RawAlert>(
    `${ALERTS} where id = any($1::text[]) and state = 'ACTIVE' order by id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, asAlert(row)]));
}

export interface Fired {
  readonly id: string;
  readonly firedAt: Date;
  readonly foundAt: Date;
  readonly value: bigint;
}

export async function markFired(tx: DatabaseTransaction, fired: Fired): Promise<void> {
  await tx.query(
    `update forex_alerts set fired_at = $2, found_at = $3, fired_value = $4, fired_count = fired_count + 1,
       state = case when repeat_seconds is null then 'FIRED' else state end where id = $1`,
    [fired.id, fired.firedAt, fired.foundAt, fired.value],
  );
}
