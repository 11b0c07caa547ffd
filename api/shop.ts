/** Routes of the rig shop: offers, orders, the user's rigs, and selling rigs back. */
import { z } from "zod";
import { orderLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** A rig's daily amounts at the current reference values and the user's own tariff. */
const payBack = z
  .object({
    earnsSats: sats,
    earnsCents: cents,
    powerSats: sats,
    powerCents: cents,
    netSats: sats,
    netCents: cents,
    /**
     * Whole days until the net earnings reach the price. Null if the net earnings never reach the
     * price.
     */
    payBackDays: z.int().nullable(),
    payBackAt: time.nullable(),
    /**
     * Tariff in USD per kWh below which earnings cover the power. Null for rigs without power cost.
     */
    coveredBelowUsdPerKwh: decimal.nullable(),
  })
  .meta({ id: "PayBack" });

const item = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(["ASIC miner", "Frame"]),
    hashRateThs: decimal,
    powerKw: decimal,
    priceCents: cents,
    /** Price of one rig. */
    priceSats: sats,
    features: z.array(z.string()),
    expected: payBack,
    isOpen: z.boolean(),
    closedReason: z.string().nullable(),
  })
  .meta({ id: "HardwareItem" });

const order = z
  .object({
    id: z.string(),
    itemId: z.string(),
    name: z.string(),
    quantity: z.int(),
    /** Price of one rig. */
    priceSats: sats,
    totalSats: sats,
    totalCents: cents,
    orderedAt: time,
    rigIds: z.array(z.string()),
  })
  .meta({ id: "HardwareOrder" });

const ownedRig = z
  .object({
    id: z.string(),
    orderId: z.string(),
    itemId: z.string(),
    name: z.string(),
    type: z.enum(["ASIC miner", "Frame"]),
    hashRateThs: decimal,
    powerKw: decimal,
    /** `idle`: mining is off. `power_not_paid`: the rig stopped, and its owner can restart it. */
    state: z.enum(["mining", "idle", "power_not_paid", "earns_nothing", "sold"]),
    paidSats: sats,
    paidCents: cents,
    earnedSats: sats,
    powerPaidSats: sats,
    /** Earnings minus power cost. The purchase price is not included. */
    netSats: sats,
    /** Current buy-back price. */
    sellBackSats: sats,
    sellBackCents: cents,
    boughtAt: time,
    stoppedAt: time.nullable(),
    soldAt: time.nullable(),
    soldSats: sats.nullable(),
  })
  .meta({ id: "OwnedRig" });

export const shopApi = {
  listHardware: {
    method: "GET",
    path: "/api/v1/shop/items",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List rigs on offer with their expected payback at the user's own tariff",
    response: z.object({
      items: z.array(item),
      nextCursor: z.null(),
      usdPerKwh: decimal,
      rateUsdPerBtc: decimal,
      /**
       * The posted buy-back: this percentage of the price at first, falling linearly to zero over
       * this many months.
       */
      buyBack: z.object({ percent: z.int(), months: z.int() }),
    }),
  },
  placeOrder: {
    method: "POST",
    path: "/api/v1/shop/orders",
    auth: "user",
    keyScope: "trade",
    summary: "Order rigs from the balance; they start mining immediately",
    movesMoney: true,
    body: z.strictObject({
      itemId: z.string().max(40),
      quantity: z.int().min(orderLimits.min).max(orderLimits.max).default(orderLimits.min),
      /** Price per rig shown to the user. The request is refused if the price has changed. */
      priceSats: sats.optional(),
    }),
    response: order,
  },
  listOrders: {
    method: "GET",
    path: "/api/v1/shop/orders",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List the user's orders, newest first",
    query: pageQuery,
    response: listOf(order),
  },
  listRigs: {
    method: "GET",
    path: "/api/v1/shop/rigs",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "List the user's rigs with totals; rigs that the user still owns come first",
    query: pageQuery,
    response: listOf(ownedRig).extend({
      /** Earnings minus power cost of all rigs ever bought. Purchase prices are not included. */
      netSats: sats,
      /** Current buy-back price of all rigs still owned. */
      sellBackSats: sats,
    }),
  },
  sellRig: {
    method: "POST",
    path: "/api/v1/shop/rigs/{rigId}/sell",
    auth: "user",
    keyScope: "trade",
    summary: "Sell a rig back at the posted price, after settling its unpaid time",
    movesMoney: true,
    params: z.strictObject({ rigId: z.string().max(40) }),
    body: z.strictObject({
      /** The price shown to the user. The request is refused if the price has changed. */
      priceSats: sats.optional(),
    }),
    response: z.object({ id: z.string(), name: z.string(), soldSats: sats, soldAt: time }),
  },
} as const satisfies Api;
