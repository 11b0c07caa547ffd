/**
 * Its owner ends a position: a fixed term gives the principal back in full and no interest, a
 * flexible one the interest of whole days as well. One that reached its end meanwhile is paid as
 * promised, whoever asks first.
 */
import {
  failpoint,
  runOnce,
  type Bus,
  type Database,
  type IdempotentRequest,
  type PayGate,
} from "#platform";
import { closePosition } from "./close-position.ts";
import { lockPosition, type Position } from "./positions-table.ts";
import { earnRefusals } from "./refusals.ts";
import { EARN_WORKER } from "./worker-name.ts";

export interface ExitDeps {
  readonly database: Database;
  readonly bus: Bus;
  readonly payGate: PayGate;
}

export interface Exit {
  readonly request: IdempotentRequest;
  readonly positionId: string;
}

/** Throws `position_unknown`, `position_closed` and `pay_waits`. */
export async function exitPosition(
  { database, bus, payGate }: ExitDeps,
  { request, positionId }: Exit,
): Promise<Position> {
  const { userId } = request;
  await payGate.checkedClock();
  const closed = await runOnce(database, request, async (tx) => {
    const position = await lockPosition(tx, positionId);
    if (position?.userId !== userId) throw earnRefusals.position_unknown();
    if (position.state === "closed") throw earnRefusals.position_closed();
    return closePosition(tx, position, payGate.requireCheckedClock().now());
  });
  failpoint("earn.exit-committed");
  for (const what of ["balances", "earn", "mailbox"] as const) bus.publish("me", { userId, what });
  // Interest went back to the fund: a closed product may open again.
  bus.publish("wake", { worker: EARN_WORKER });
  return closed;
}
