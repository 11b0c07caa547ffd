/** Equity of one user's desk account, for reports of other modules. */
import { openCentsByDay } from "../marks/equity-marks-table.ts";
import { loadDesk, type ViewParts } from "./load-desk.ts";
import { figuresOf } from "./account.ts";

export interface DeskEquityView {
  /** Balance and open results at the prices of now. */
  readonly nowCents: bigint;
  /** Open results when a trading day closed, by its date in New York. */
  readonly openCents: ReadonlyMap<string, bigint>;
}

export async function deskEquity(parts: ViewParts, userId: string): Promise<DeskEquityView> {
  const accountId = parts.accounts.idOf(userId);
  const [desk, openCents] = await Promise.all([
    loadDesk(parts, accountId),
    openCentsByDay(parts.database, accountId),
  ]);
  return { nowCents: figuresOf(desk).navCents, openCents };
}
