/**
 * Pays positions that have reached their end. After downtime, positions are paid late but never
 * twice. A position stays `matured` until its money has moved. If a payment fails, the next run
 * tries again.
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

/**
 * Pays the matured positions. If one position fails, the failure is logged and the remaining
 * positions are still paid.
 */
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
