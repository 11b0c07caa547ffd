/** The shop's handlers: parse nothing, decide nothing; call the use case and present what it says. */
import type { z } from "zod";
import type { Handlers } from "#api-schema/route";
import type { shopApi } from "#api-schema/shop";
import { BUY_BACK, DAY_MS, usdText } from "#economics";
import { itemsAt } from "./item-terms.ts";
import { buyBackPromises } from "./buy-back-promises.ts";
import {
  isMiner,
  itemFeatures,
  itemResult,
  machinesOnSale,
  priceSats,
  type Item,
} from "./items.ts";
import { listOrders } from "./list-orders.ts";
import { listRigs, type RigView } from "./list-rigs.ts";
import type { Order } from "./orders-table.ts";
import type { ShopParts } from "./parts.ts";
import { placeOrder } from "./place-order.ts";
import { shopRefusals } from "./refusals.ts";
import { sellRig } from "./sell-rig.ts";

type Response<Name extends keyof typeof shopApi> = z.output<(typeof shopApi)[Name]["response"]>;
type ItemOut = Response<"listHardware">["items"][number];
type Terms = Awaited<ReturnType<ShopParts["mining"]["referenceValuesAt"]>>;

export function shopRoutes(parts: ShopParts): Handlers<typeof shopApi> {
  const { database, clock, mining } = parts;
  return {
    async listHardware({ caller }) {
      const now = clock.now();
      const reference = await mining.referenceValuesAt(database, now);
      const { usdPerKwh } = await mining.tariffAt(database, caller.userId, now);
      const items = await itemsAt(database, now);
      const isFor = (marginSats: bigint) => (item: Item) =>
        mining.staysCovered(marginSats, machinesOnSale(item, 1n, reference), reference);
      const marginSats = await mining.readMargin(database, {
        now,
        onDemand: buyBackPromises,
        isEnough: (margin) => items.every(isFor(margin)),
      });
      const maySell = isFor(marginSats);
      const at = { now, reference, usdPerKwh, maySell };
      return {
        items: items.map((item) => presentItem(item, at)),
        nextCursor: null,
        usdPerKwh,
        rateUsdPerBtc: usdText(reference.centsPerBtc),
        buyBack: { percent: Number(BUY_BACK.percent), months: BUY_BACK.months },
      };
    },

    placeOrder: async ({ body, idempotency }) =>
      presentOrder(await placeOrder(parts, { request: idempotency, ...body })),

    async listOrders({ caller, query }) {
      const { items, nextCursor } = await listOrders(parts, { userId: caller.userId, ...query });
      return { items: items.map(presentOrder), nextCursor };
    },

    async listRigs({ caller }) {
      return { items: (await listRigs(parts, caller)).map(presentRig), nextCursor: null };
    },

    async sellRig({ params, body, idempotency }) {
      const sold = await sellRig(parts, { request: idempotency, ...params, ...body });
      return {
        id: sold.id,
        name: sold.name,
        soldSats: sold.soldSats ?? 0n,
        soldAt: sold.soldAt ?? sold.boughtAt,
      };
    },
  };
}

interface At {
  readonly now: Date;
  readonly reference: Terms;
  readonly usdPerKwh: string;
  readonly maySell: (item: Item) => boolean;
}

function presentItem(item: Item, { now, reference, usdPerKwh, maySell }: At): ItemOut {
  const { payBackDays, ...expected } = itemResult(item, usdPerKwh, reference);
  const closedReason = closedReasonOf(item, maySell);
  return {
    id: item.id,
    name: item.name,
    type: item.type,
    hashRateThs: item.hashRateThs,
    powerKw: item.powerKw,
    priceCents: item.priceCents,
    priceSats: priceSats(item, reference),
    features: itemFeatures(item),
    expected: {
      ...expected,
      payBackDays: payBackDays === null ? null : Number(payBackDays),
      payBackAt:
        payBackDays === null ? null : new Date(now.getTime() + Number(payBackDays * DAY_MS)),
    },
    isOpen: closedReason === null,
    closedReason,
  };
}

function closedReasonOf(item: Item, maySell: At["maySell"]): string | null {
  if (!item.isOffered) return shopRefusals.item_retired().text;
  return !isMiner(item) || maySell(item) ? null : shopRefusals.sales_closed().text;
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
