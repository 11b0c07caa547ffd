/**
 * Lists the rigs with their current terms: the expected result at the user's own electricity price,
 * and whether the platform can cover one more rig.
 */
import type { Caller } from "#api/route";
import { DAY_MS, usdText } from "#economics";
import { tariffAt } from "#mining";
import {
  allows,
  costOf,
  readMargin,
  referenceValuesAt,
  type Margin,
  type ReferenceValues,
} from "#treasury";
import { itemsAt } from "./item-terms.ts";
import { isMiner, itemFeatures, itemResult, priceSats, type Item } from "./items.ts";
import type { ShopDeps } from "./deps.ts";
import { rigsOnSale } from "./obligations.ts";
import { shopRefusals } from "./refusals.ts";

export type ItemView = ReturnType<typeof viewOf>;

export interface Hardware {
  readonly items: readonly ItemView[];
  readonly usdPerKwh: string;
  readonly rateUsdPerBtc: string;
}

export async function listHardware(
  { database, clock, treasury }: Pick<ShopDeps, "database" | "clock" | "treasury">,
  { userId }: Pick<Caller, "userId">,
): Promise<Hardware> {
  const now = clock.now();
  const reference = await referenceValuesAt(database, now);
  const { usdPerKwh } = await tariffAt(database, userId, now);
  const items = await itemsAt(database, now);
  const isFor = (margin: Margin) => (item: Item) =>
    !isMiner(item) || allows(margin, costOf(rigsOnSale(item, 1n, reference)));
  const margin = await readMargin(database, treasury, {
    now,
    isEnough: (remaining) => items.filter(({ isOffered }) => isOffered).every(isFor(remaining)),
  });
  const at = { now, reference, usdPerKwh, maySell: isFor(margin) };
  return {
    items: items.map((item) => viewOf(item, at)),
    usdPerKwh,
    rateUsdPerBtc: usdText(reference.centsPerBtc),
  };
}

interface At {
  readonly now: Date;
  readonly reference: ReferenceValues;
  readonly usdPerKwh: string;
  readonly maySell: (item: Item) => boolean;
}

function viewOf(item: Item, { now, reference, usdPerKwh, maySell }: At) {
  const { payBackDays, ...expected } = itemResult(item, usdPerKwh, reference);
  return {
    item,
    priceSats: priceSats(item, reference),
    features: itemFeatures(item),
    expected: {
      ...expected,
      payBackDays: payBackDays === null ? null : Number(payBackDays),
      payBackAt:
        payBackDays === null ? null : new Date(now.getTime() + Number(payBackDays * DAY_MS)),
    },
    /** Why the rig cannot be bought now; null if it can. */
    closedReason: closedReasonOf(item, maySell),
  };
}

function closedReasonOf(item: Item, maySell: At["maySell"]): string | null {
  if (!item.isOffered) return shopRefusals.item_retired().text;
  return maySell(item) ? null : shopRefusals.sales_closed().text;
}
