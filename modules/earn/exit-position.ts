/**
 * Closes a position at its owner's request. A fixed term returns the full principal without
 * interest. A flexible position also pays the interest of whole days. A position that has reached
 * its end is paid as promised, whether its owner or the worker closes it first.
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

/** Closes the position. Throws `position_unknown`, `position_closed` and `pay_waits`. */
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
  // The unused interest has returned to the fund, so a product that was closed for lack of interest
  // may open again.
  bus.publish("wake", { worker: EARN_WORKER });
  return closed;
}
