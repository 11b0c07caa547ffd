import { priceText } from "#market";
import { knownInstrument } from "../book/known-instrument.ts";
import type { EntryRow } from "./journal-table.ts";

/** Converts an entry to the API's form. */
export function presentEntry(row: EntryRow) {
  const instrument = knownInstrument(row.instrument);
  const text = (price: number | null) => (price === null ? null : priceText(price, instrument));
  const units = row.tradeUnits ?? row.orderUnits;
  return {
    id: row.id,
    instrument: row.instrument,
    side: units > 0 ? ("buy" as const) : ("sell" as const),
    units: Math.abs(units),
    orderType: row.orderType,
    orderState: row.orderState,
    orderedAt: row.orderedAt,
    stopLoss: text(row.stopLoss),
    takeProfit: text(row.takeProfit),
    trade:
      row.tradeId === null || row.openedAt === null
        ? null
        : {
            id: row.tradeId,
            state: row.tradeState ?? ("OPEN" as const),
            openedAt: row.openedAt,
            closedAt: row.closedAt,
            price: text(row.price) ?? "",
            closePrice: text(row.closePrice),
            realisedCents: row.realisedCents ?? 0n,
            financingCents: row.financingCents ?? 0n,
          },
    plan:
      row.planText === null || row.plannedAt === null
        ? null
        : { text: row.planText, tags: [...(row.planTags ?? [])], writtenAt: row.plannedAt },
    isPlanFrozen: row.orderState !== "PENDING",
    note:
      row.noteText === null || row.changedAt === null
        ? null
        : {
            text: row.noteText,
            tags: [...(row.noteTags ?? [])],
            mistakes: [...(row.mistakes ?? [])],
            changedAt: row.changedAt,
          },
  };
}
