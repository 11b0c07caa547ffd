/** Hardware: machines on offer, orders, the machines a user owns, and selling them back. */
import { z } from "zod";
import { orderLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

/** Per day at the present reference values and the user's own tariff. */
const payBack = z
  .object({
    earnsSats: sats,
    earnsCents: cents,
    powerSats: sats,
    powerCents: cents,
    netSats: sats,
    netCents: cents,
    /** Whole days until the net has paid the price; null: never pays back. */
    payBackDays: z.int().nullable(),
    payBackAt: time.nullable(),
    /** USD per kWh below which the earnings cover the power; null where there is none to cover. */
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
    /** Of one. */
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
    /** Of one. */
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
    /**
     * `idle`: mining is switched off. `power_not_paid`: it stopped, its owner can start it again.
     */
    state: z.enum(["mining", "idle", "power_not_paid", "earns_nothing", "sold"]),
    paidSats: sats,
    paidCents: cents,
    earnedSats: sats,
    powerPaidSats: sats,
    /** Earned less power, without the price. */
    netSats: sats,
    /** What the house gives for it now. */
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
    summary: "Machines on offer with their expected pay-back at the user's own tariff",
    response: z.object({
      items: z.array(item),
      nextCursor: z.null(),
      usdPerKwh: decimal,
      rateUsdPerBtc: decimal,
      /**
       * Posted buy-back: percent of the price at first, in a straight line to nothing after so many
       * months.
       */
      buyBack: z.object({ percent: z.int(), months: z.int() }),
    }),
  },
  placeOrder: {
    method: "POST",
    path: "/api/v1/shop/orders",
    auth: "user",
    keyScope: "trade",
    summary: "Order machines from the balance; they work at once",
    movesMoney: true,
    body: z.strictObject({
      itemId: z.string().max(40),
      quantity: z.int().min(orderLimits.min).max(orderLimits.max).default(orderLimits.min),
      /** The price of one that the user saw; refused when it has changed. */
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
    summary: "The user's orders, newest first",
    query: pageQuery,
    response: listOf(order),
  },
  listRigs: {
    method: "GET",
    path: "/api/v1/shop/rigs",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "The user's machines, those still owned first, with the sums of all",
    query: pageQuery,
    response: listOf(ownedRig).extend({
      /** Of all that were ever bought: earned less power, without the price. */
      netSats: sats,
      /** What the house gives now for all that are still owned. */
      sellBackSats: sats,
    }),
  },
  sellRig: {
    method: "POST",
    path: "/api/v1/shop/rigs/{rigId}/sell",
    auth: "user",
    keyScope: "trade",
    summary: "Sell a machine back at the posted price; its open time is settled first",
    movesMoney: true,
    params: z.strictObject({ rigId: z.string().max(40) }),
    body: z.strictObject({
      /** The price the user saw; refused when it has changed. */
      priceSats: sats.optional(),
    }),
    response: z.object({ id: z.string(), name: z.string(), soldSats: sats, soldAt: time }),
  },
} as const satisfies Api;
