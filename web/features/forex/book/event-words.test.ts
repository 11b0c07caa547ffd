import { expect, test } from "vitest";
import { eventWords, type ForexEvent } from "./event-words.ts";

const event = (own: Partial<ForexEvent>): ForexEvent => ({
  id: 1,
  type: "ORDER_FILL",
  at: "2026-11-23T10:00:00Z",
  orderId: "fxo_1",
  tradeId: null,
  instrument: "EUR_USD",
  units: 2_000,
  price: "1.16839",
  amountCents: 0,
  balanceCents: 59_850,
  detail: {},
  ...own,
});

test.each<[Partial<ForexEvent>, string]>([
  [
    {
      type: "DAILY_FINANCING",
      detail: { days: 3, interest: "Policy rates at the end of 2019-04, BIS." },
    },
    "Financing for three nights, at 17:00 New York time. Policy rates at the end of 2019-04, BIS.",
  ],
  [
    { type: "DAILY_FINANCING", detail: { days: 1, positions: [{ days: 3 }] } },
    "Financing for three nights, at 17:00 New York time.",
  ],
  [
    { type: "DAILY_FINANCING", detail: { days: 1, positions: [{ days: 3 }, { days: 1 }] } },
    "Financing at 17:00 New York time, for one night or for three, depending on the instrument.",
  ],
  [
    { detail: { spreadPips: "1.30", latencyMs: 45 } },
    "Bought 2,000 EUR/USD at 1.16839; spread 1.30 pips, latency 45 ms.",
  ],
  [
    { units: -2_000, detail: { reason: "MARGIN_CLOSEOUT" } },
    "Stopped out at a margin level of 50 % or less: sold 2,000 EUR/USD at 1.16839.",
  ],
  [
    {
      instrument: "EUR_CHF",
      units: -20_000,
      price: "1.02081",
      detail: {
        orderType: "STOP_LOSS",
        orderPrice: "1.19900",
        spreadPips: "1.70",
        latencyMs: 250,
      },
    },
    "Sold 20,000 EUR/CHF at 1.02081: stop loss at 1.19900, 1,782 pips worse; spread 1.70 pips, latency 250 ms.",
  ],
  [
    { detail: { orderType: "LIMIT", orderPrice: "1.16842" } },
    "Bought 2,000 EUR/USD at 1.16839: limit at 1.16842, 0.3 pips better.",
  ],
  [
    { units: -2_000, detail: { orderType: "TAKE_PROFIT", orderPrice: "1.16839" } },
    "Sold 2,000 EUR/USD at 1.16839: take profit at 1.16839.",
  ],
  [
    { detail: { orderType: "TRAILING_STOP_LOSS", orderPrice: "1.16830" } },
    "Bought 2,000 EUR/USD at 1.16839: trailing stop at 1.16830, 0.9 pips worse.",
  ],
  [
    { detail: { orderType: "STOP", orderPrice: "1.16800", caughtUp: true } },
    "Bought 2,000 EUR/USD at 1.16839: stop at 1.16800, 3.9 pips worse. An outage delayed this fill. Its price is the one that applied when it was due.",
  ],
  [{ detail: { orderType: "MARKET", orderPrice: null } }, "Bought 2,000 EUR/USD at 1.16839."],
  [{ type: "LIMIT_ORDER" }, "Limit order to buy 2,000 EUR/USD at 1.16839."],
  [
    { type: "STOP_LOSS_ORDER", tradeId: "fxt_1", units: -2_000 },
    "Stop loss of EUR/USD set at 1.16839.",
  ],
  [
    { type: "ORDER_CANCEL", detail: { reason: "INSUFFICIENT_MARGIN" } },
    "Order in EUR/USD cancelled: the account does not have enough available margin.",
  ],
  [
    { type: "ORDER_CANCEL", detail: { reason: "CLIENT_REQUEST" } },
    "Order in EUR/USD cancelled: requested by you.",
  ],
  [
    {
      type: "TRANSFER_FUNDS",
      amountCents: 59_850,
      detail: { amountSats: "1000000", costSats: "2500", centsPerBtc: "6000000" },
    },
    "Moved 0.01000000 BTC to Forex at 60,000.00 USD, conversion cost 0.00002500 BTC.",
  ],
  [
    {
      type: "TRANSFER_FUNDS",
      amountCents: -59_850,
      detail: { ownSats: "997500", gainSats: "0", centsPerBtc: "6000000" },
    },
    "Moved 0.00997500 BTC of your own coins to the wallet.",
  ],
  [
    { type: "DAILY_FINANCING", detail: { days: 3 } },
    "Financing for three nights, at 17:00 New York time.",
  ],
])("%j is described as %s", (own, words) => {
  expect(eventWords(event(own))).toBe(words);
});
