/** Writes down what was counted, as rows and as lines of the log, and takes away what is old. */
import type { Clock, Database, Log } from "#platform";
import { deleteEventsBefore, insertEvents } from "./events-table.ts";
import type { EventKind } from "./event-kinds.ts";
import type { SecurityEvents } from "./compact-events.ts";

export const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

/** What an administrator or an owner does every day; the rest asks to be looked at. */
const ORDINARY: readonly EventKind[] = ["administrator_look", "administrator_change", "new_place"];

interface Deps {
  readonly database: Database;
  readonly events: SecurityEvents;
  readonly log: Log;
}

/** Never throws: what the database does not take now is written with the next. */
export async function writeEvents({ database, events, log }: Deps): Promise<void> {
  const rows = events.take();
  if (rows.length === 0) return;
  try {
    await insertEvents(database, rows);
  } catch (error) {
    events.putBack(rows);
    log.warn({ error }, "security events not written");
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
