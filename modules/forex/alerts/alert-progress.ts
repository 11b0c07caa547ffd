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
 * Saves the progress. `added` are the alerts that it includes since the last save. Returns false if
 * the stored progress is later, which these alerts have not reached yet. Alerts whose expiry the
 * progress has passed end without a message.
 */
export async function saveProgress(
  database: Database,
  { pricesMs, accountsMs }: SavedProgress,
  added: readonly Pick<AlertRow, "id" | "armedAt">[],
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [stored] = await tx.query<{ isReached: boolean }>(
      `update forex_alert_progress set prices_at = greatest(prices_at, $1), accounts_at = greatest(accounts_at, $2)
       returning prices_at = $1 and accounts_at = $2 as "isReached"`,
      [new Date(pricesMs), new Date(accountsMs)],
    );
    const isReached = stored?.isReached ?? false;
    const watched = isReached ? added : [];
    await tx.query(
      `update forex_alerts set is_watched = true from unnest($1::text[], $2::timestamptz[]) as added(id, armed_at)
       where forex_alerts.id = added.id and forex_alerts.armed_at = added.armed_at`,
      [watched.map(({ id }) => id), watched.map(({ armedAt }) => armedAt)],
    );
    await tx.query(
      `update forex_alerts set state = 'EXPIRED' where state = 'ACTIVE' and is_watched
         and expires_at < case when instrument is null then $2::timestamptz else $1::timestamptz end`,
      [new Date(pricesMs), new Date(accountsMs)],
    );
    return isReached;
  });
}
