/** Stores the counted events as table rows and log lines, and deletes old rows. */
import type { Clock, Database, Log } from "#platform";
import { deleteEventsBefore, insertEvents } from "./events-table.ts";
import type { EventKind } from "./event-kinds.ts";
import type { SecurityEvents } from "./compact-events.ts";

export const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Ordinary actions of administrators and users. Events of any other kind are logged as warnings.
 */
const ORDINARY: readonly EventKind[] = ["administrator_look", "administrator_change", "new_place"];

interface Deps {
  readonly database: Database;
  readonly events: SecurityEvents;
  readonly log: Log;
}

/** Stores the counts. Never throws. Counts that cannot be stored are kept for the next round. */
export async function writeEvents({ database, events, log }: Deps): Promise<void> {
  const rows = events.take();
  if (rows.length === 0) return;
  try {
    await insertEvents(database, rows);
  } catch (error) {
    events.putBack(rows);
    log.warn({ error }, "could not store security events");
    return;
  }
  for (const { kind, what, network, count } of rows) {
    const line = { security: kind, what, network: network === "" ? "others" : network, count };
    log[ORDINARY.includes(kind) ? "info" : "warn"](line, "security event");
  }
}

export async function sweepEvents({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Promise<void> {
  await deleteEventsBefore(database, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
}
