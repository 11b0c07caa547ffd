/** Returns a user's equity at the desk, for reports by other modules. */
import {
  closesOf,
  fundsMovesOf,
  type CloseOfDay,
  type FundsMove,
} from "../marks/equity-marks-table.ts";
import { loadDesk, type ViewDeps } from "./load-desk.ts";
import { figuresOf } from "./account.ts";

export interface DeskEquityView {
  /** Balance plus unrealised profit or loss at current prices. */
  readonly nowCents: bigint;
  /** Equity at the close of each trading day, oldest first. */
  readonly closes: readonly CloseOfDay[];
  /** Transfers to and from the desk, oldest first. */
  readonly moves: readonly FundsMove[];
}

export async function deskEquity(deps: ViewDeps, userId: string): Promise<DeskEquityView> {
  const accountId = deps.accounts.idOf(userId);
  const [desk, closes, moves] = await Promise.all([
    loadDesk(deps, accountId),
    closesOf(deps.database, accountId),
    fundsMovesOf(deps.database, accountId),
  ]);
  return { nowCents: figuresOf(desk).navCents, closes, moves };
}
