/**
 * Stores the ticks up to which alerts were evaluated, and the alerts that this includes, in one
 * transaction. Stored times never move back, so that no tick counts twice after the clock was set
 * back.
 */
import type { Database, Queryable } from "#platform";
import type { AlertRow } from "./alerts-table.ts";

export interface AlertProgress {
  readonly pricesAt: Date | null;
  readonly accountsAt: Date | null;
}

export interface SavedProgress {
  readonly pricesMs: number;
  readonly accountsMs: number;
}

export async function readProgress(queryable: Queryable): Promise<AlertProgress> {
  const [row] = await queryable.query<AlertProgress>(
    `select prices_at as "pricesAt", accounts_at as "accountsAt" from forex_alert_progress`,
  );
  return row ?? { pricesAt: null, accountsAt: null };
}

/**
 * Saves the progress. `added` are the alerts that it includes since the last save. Alerts whose
 * expiry it has passed end without a message.
 */
export async function saveProgress(
  database: Database,
  { pricesMs, accountsMs }: SavedProgress,
  added: readonly Pick<AlertRow, "id" | "armedAt">[],
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(
      `update forex_alert_progress set prices_at = greatest(prices_at, $1), accounts_at = greatest(accounts_at, $2)`,
      [new Date(pricesMs), new Date(accountsMs)],
    );
    await tx.query(
      `update forex_alerts set is_watched = true from unnest($1::text[], $2::timestamptz[]) as added(id, armed_at)
       where forex_alerts.id = added.id and forex_alerts.armed_at = added.armed_at`,
      [added.map(({ id }) => id), added.map(({ armedAt }) => armedAt)],
    );
    await tx.query(
      `update forex_alerts set state = 'EXPIRED' where state = 'ACTIVE' and is_watched
         and expires_at < case when instrument is null then $2::timestamptz else $1::timestamptz end`,
      [new Date(pricesMs), new Date(accountsMs)],
    );
  });
}
