/**
 * Pays what has reached its end, also when this server was down at that moment: late, never twice.
 * A position is `matured` until its money has moved; one that fails stays so and is tried again in
 * the next round.
 */
import { failpoint, type Bus, type Clock, type Database, type Log } from "#platform";
import { closePosition } from "./close-position.ts";
import { lockPosition, maturePositions } from "./positions-table.ts";

export interface PayDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
}

/** One position's failure is logged and does not stop the others. */
export async function payMatured(deps: PayDeps, signal?: AbortSignal): Promise<void> {
  const due = await maturePositions(deps.database, deps.clock.now());
  for (const id of due) {
    if (signal?.aborted) return;
    try {
      await payOne(deps, id);
    } catch (error) {
      deps.log.error({ error, positionId: id }, "payout of a position failed");
    }
  }
}

async function payOne({ database, clock, bus }: PayDeps, id: string): Promise<void> {
  const userId = await database.transaction(async (tx) => {
    const position = await lockPosition(tx, id);
    if (position?.state !== "matured") return undefined;
    await closePosition(tx, position, clock.now());
    return position.userId;
  });
  failpoint("earn.payout-committed");
  if (userId === undefined) return;
  for (const what of ["balances", "earn", "mailbox"] as const) bus.publish("me", { userId, what });
}
