/**
 * Posts past transfers for tests. The transfers are posted through the ledger's public API and then
 * backdated, for which the ledger's trigger is disabled during one transaction. This is permitted
 * only in tests.
 */
import { post, type Transfer } from "#ledger";
import type { Database } from "#platform";
import { asSuperuser } from "../servers/database.ts";

export interface DatedEvent {
  readonly at: Date;
  readonly transfers: readonly Transfer[];
}

const EVENTS_PER_CALL = 1_000;

/**
 * Posts the events in the given order, which must be chronological. Throws if the ledger refuses an
 * event.
 */
export async function postDated(database: Database, events: readonly DatedEvent[]): Promise<void> {
  for (const batch of batchesOf(events)) {
    await database.transaction(async (tx) => {
      const results = await post(
        tx,
        batch.map(({ transfers }) => transfers),
      );
      const refused = results.flat().filter((result) => result !== "ok");
      if (refused.length > 0) throw new Error(`the ledger refused: ${refused.join(", ")}`);
    });
    await dateBack(database, batch);
  }
}

/**
 * Splits the events into separate ledger calls. A transfer that ends a hold must be posted in a
 * later call than the transfer that created the hold.
 */
function batchesOf(events: readonly DatedEvent[]): DatedEvent[][] {
  const batches: DatedEvent[][] = [];
  for (const event of events) {
    const batch = batches.at(-1);
    const endsHold = event.transfers.some(({ pendingId }) => pendingId !== undefined);
    if (!batch || endsHold || batch.length === EVENTS_PER_CALL) batches.push([event]);
    else batch.push(event);
  }
  return batches;
}

async function dateBack(database: Database, events: readonly DatedEvent[]): Promise<void> {
  const dated = events.flatMap(({ at, transfers }) => transfers.map(({ id }) => ({ id, at })));
  await asSuperuser(database, (superuser) =>
    superuser.transaction(async (tx) => {
      await tx.query("alter table ledger_transfers disable trigger ledger_transfers_append_only");
      await tx.query(
        `update ledger_transfers t set at = dated.at
       from unnest($1::uuid[], $2::timestamptz[]) as dated(id, at) where t.id = dated.id`,
        [dated.map(({ id }) => id), dated.map(({ at }) => at)],
      );
      await tx.query("alter table ledger_transfers enable trigger ledger_transfers_append_only");
    }),
  );
}
