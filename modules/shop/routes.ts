/** Handlers for the shop. They call the use cases and convert the results for the API. */
import type { z } from "zod";
import type { Handlers } from "#api/route";
import type { shopApi } from "#api/shop";
import { BUY_BACK } from "#economics";
import { listHardware, type ItemView } from "./list-hardware.ts";
import { listOrders } from "./list-orders.ts";
import { listRigs, type RigView } from "./list-rigs.ts";
import type { Order } from "./orders-table.ts";
import type { ShopDeps } from "./deps.ts";
import { placeOrder } from "./place-order.ts";
import { sellRig } from "./sell-rig.ts";

type Response<Name extends keyof typeof shopApi> = z.output<(typeof shopApi)[Name]["response"]>;
type ItemOut = Response<"listHardware">["items"][number];

export function shopRoutes(deps: ShopDeps): Handlers<typeof shopApi> {
  return {
    async listHardware({ caller }) {
      const { items, usdPerKwh, rateUsdPerBtc } = await listHardware(deps, caller);
      return {
        items: items.map(presentItem),
        nextCursor: null,
        usdPerKwh,
        rateUsdPerBtc,
        buyBack: { percent: Number(BUY_BACK.percent), months: BUY_BACK.months },
      };
    },

    placeOrder: async ({ body, idempotency }) =>
      presentOrder(await placeOrder(deps, { request: idempotency, ...body })),

    async listOrders({ caller, query }) {
      const { items, nextCursor } = await listOrders(deps, { userId: caller.userId, ...query });
      return { items: items.map(presentOrder), nextCursor };
    },

    async listRigs({ caller, query }) {
      const { items, ...rest } = await listRigs(deps, { userId: caller.userId, ...query });
      return { items: items.map(presentRig), ...rest };
    },

    async sellRig({ params, body, idempotency }) {
      const sold = await sellRig(deps, { request: idempotency, ...params, ...body });
      return {
        id: sold.id,
        name: sold.name,
        soldSats: sold.soldSats ?? 0n,
        soldAt: sold.soldAt ?? sold.boughtAt,
      };
    },
  };
}

function presentItem({ item, expected, features, priceSats, closedReason }: ItemView): ItemOut {
  return {
    id: item.id,
    name: item.name,
    type: item.type,
    hashRateThs: item.hashRateThs,
    powerKw: item.powerKw,
    priceCents: item.priceCents,
    priceSats,
    features,
    expected,
    isOpen: closedReason === null,
    closedReason,
  };
}

function presentOrder(order: Order): Response<"placeOrder"> {
  const quantity = BigInt(order.quantity);
  return {
    id: order.id,
    itemId: order.itemId,
    name: order.name,
    quantity: order.quantity,
    priceSats: order.unitSats,
    totalSats: order.unitSats * quantity,
    totalCents: order.unitCents * quantity,
    orderedAt: order.orderedAt,
    rigIds: [...order.rigIds],
  };
}

function presentRig(rig: RigView): Response<"listRigs">["items"][number] {
  return {
    id: rig.id,
    orderId: rig.orderId,
    itemId: rig.itemId,
    name: rig.name,
    type: rig.item.type,
    hashRateThs: rig.item.hashRateThs,
    powerKw: rig.item.powerKw,
    state: rig.state,
    paidSats: rig.paidSats,
    paidCents: rig.paidCents,
    earnedSats: rig.earnedSats,
    powerPaidSats: rig.powerPaidSats,
    netSats: rig.earnedSats - rig.powerPaidSats,
    sellBackSats: rig.sellBackSats,
    sellBackCents: rig.sellBackCents,
    boughtAt: rig.boughtAt,
    stoppedAt: rig.stoppedAt,
    soldAt: rig.soldAt,
    soldSats: rig.soldSats,
  };
}
