/**
 * Lists the latest movements, newest first: deposits that wait for confirmations, and ledger
 * events.
 */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { eventLine, type EventLine } from "../account-history/event-line.ts";
import { dashboardTexts as texts } from "./strings.ts";

type Deposit = ApiAnswer<"listDeposits">["items"][number];
type LedgerEvent = ApiAnswer<"listEvents">["items"][number];

export const ACTIVITY_ROWS = 8;

export function activityRows(
  deposits: readonly Deposit[],
  events: readonly LedgerEvent[],
): EventLine[] {
  // Credited deposits are already listed as ledger events.
  const underWay = deposits
    .filter(({ state }) => state === "in_mempool" || state === "confirming")
    .map(depositLine);
  return [...underWay, ...events.map(eventLine)]
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, ACTIVITY_ROWS);
}

function depositLine(deposit: Deposit): EventLine {
  return {
    key: deposit.id,
    at: deposit.seenAt,
    what: texts.deposited,
    meaning: deposit.isFromFaucet ? texts.fromFaucet : "",
    cause: deposit.txid,
    amountSats: deposit.amountSats,
    status: { kind: "blocks", count: deposit.confirmations, isTakenBack: false, isDeposit: true },
  };
}
