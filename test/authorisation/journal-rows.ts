/** Defines the access rights to Forex journals and to imports of other brokers' histories. */
import type { RouteName } from "../../api/paths.ts";
import { ownerOnly, signedIn, type Row } from "./row.ts";

const note = { text: "A note" };

export const journalRows = {
  listForexJournal: signedIn(200),
  getForexJournalLabels: signedIn(200),
  getForexJournalEntry: ownerOnly(200, ({ forexOrderId }) => ({ orderId: forexOrderId })),
  // The order is cancelled, so its owner can no longer change the plan.
  setForexJournalPlan: {
    ...ownerOnly(409, ({ forexOrderId }) => ({ orderId: forexOrderId })),
    ask: ({ forexOrderId }) => ({ params: { orderId: forexOrderId }, body: { text: "A plan" } }),
  },
  setForexJournalNote: {
    ...ownerOnly(200, ({ forexOrderId }) => ({ orderId: forexOrderId })),
    ask: ({ forexOrderId }) => ({ params: { orderId: forexOrderId }, body: note }),
  },
  exportForexJournal: signedIn(200),
  importForexJournal: signedIn(422, () => ({ body: { text: "no such head" } })),
  listJournalImports: signedIn(200),
  addJournalImport: signedIn(422, () => ({ body: { name: "h.csv", text: "no such head" } })),
  removeJournalImport: {
    ...signedIn(404, () => ({ params: { importId: "none" } })),
    stranger: "nobody owns it",
  },
  listImportedTrades: signedIn(200),
} satisfies Partial<Record<RouteName, Row>>;
