/**
 * Provides a well-formed body for every route that changes data, generated from the route's schema.
 */
import type { BrowserApi, RouteName } from "../../../api/paths.ts";
import { routes } from "../../../api/tables.ts";
import { outsideAddress } from "../people/main-job.ts";
import { sampleBody } from "./sample-body.ts";

export type WriteName = {
  [Name in RouteName]: BrowserApi[Name]["method"] extends "GET" ? never : Name;
}[RouteName];

type Body = Readonly<Record<string, unknown>>;

export interface Write {
  /**
   * A well-formed body, or undefined if the route accepts none. If the request would move money,
   * one of the module's rules refuses it.
   */
  readonly body?: Body;
}

export const nobody = "00000000-0000-4000-8000-000000000000";
const more = Number.MAX_SAFE_INTEGER;

/** An order whose expiry date is in the past, so that the module refuses it. */
const forexOrder = {
  type: "LIMIT",
  instrument: "EUR_USD",
  units: "1",
  price: "0.5",
  timeInForce: "GTD",
  gtdTime: "2026-01-01T00:00:00.000Z",
};
/** A change of a drawing that does not exist. */
const drawing = {
  instrument: "EUR_USD",
  kind: "level",
  points: [{ time: "2026-11-20T10:00:00.000Z", price: "1.16000" }],
  version: 7,
};
const noAlert = { kind: "SPREAD", instrument: "no_such", level: "1" };
const tradeOrders = { stopLoss: { price: "1" }, takeProfit: null };
const reasons = { seenId: "none", source: "a test", reason: "a test" };

/**
 * Bodies with values that the schema alone does not determine. Without them, the module would
 * refuse the first field and never check the others.
 */
const TOLD: Readonly<Partial<Record<WriteName, Body>>> = {
  updateMe: { name: "Bad", phone: null, miningName: "bad" },
  // Refused, because the session has no recent identity check.
  makeKey: {
    name: "x",
    scopes: ["read"],
    networks: ["203.0.113.0/24"],
    endsAt: "2099-01-01T00:00:00Z",
  },
  createWithdrawal: {
    amountSats: more,
    method: "wallet",
    code: "000000",
    walletAddress: outsideAddress(),
    accountHolder: "x",
    accountNumber: "1",
    routingNumber: "1",
    paypalEmail: "x@example.test",
    cashtag: "$x",
  },
  makeConnectionChallenge: { address: outsideAddress() },
  proposeAdjustment: { userId: nobody, amountSats: more, reason: "a test" },
  buyContract: { planId: "starter-rig", priceSats: 1 },
  buyBoost: { multiplier: "2" },
  openStake: { amountSats: more, durationDays: 90, interestSats: 1 },
  openInvestment: { planId: "btc-starter", amountSats: more, interestSats: 1 },
  placeOrder: { itemId: "s19-pro", quantity: 10, priceSats: 1 },
  placeForexOrder: forexOrder,
  previewForexOrder: forexOrder,
  replaceForexOrder: forexOrder,
  createForexAlert: noAlert,
  changeForexAlert: noAlert,
  closeForexTrade: { units: "1" },
  changeForexTradeOrders: tradeOrders,
  setForexDrawing: drawing,
  setReplayDrawing: drawing,
  addPriceFile: { name: "prices.csv", instrument: "EUR_USD", text: "time,bid,ask" },
  setForexJournalPlan: { text: "A plan", tags: ["plan"] },
  setForexJournalNote: { text: "A note", tags: ["note"], mistakes: ["late"] },
  importForexJournal: { text: "Order,Plan,Plan tags,Note,Tags,Mistakes" },
  addJournalImport: { name: "history.csv", text: "Time,Position,Symbol" },
  placeReplayOrder: forexOrder,
  previewReplayOrder: forexOrder,
  replaceReplayOrder: forexOrder,
  closeReplayTrade: { units: "1" },
  changeReplayTradeOrders: tradeOrders,
  setEarnRate: { ...reasons, productId: "btc-pro", apyPercent: "26" },
  setTerms: { ...reasons, kind: "plan", subject: "starter-rig", values: { price: "98" } },
  setBanner: {
    seenId: "ban_none",
    text: "Bad",
    severity: "info",
    from: null,
    until: null,
    reason: "a test",
  },
};

export const writes = Object.fromEntries(
  Object.entries(routes)
    .filter(([, { method }]) => method !== "GET")
    .map(([name, { body }]) => [
      name,
      body ? { body: TOLD[name as WriteName] ?? sampleBody(body) } : {},
    ]),
) as Readonly<Record<WriteName, Write>>;
