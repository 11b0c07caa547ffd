/** Types of the shop's responses, and the queries to invalidate after a purchase or sale. */
import { groupedText } from "../../ui/preferences/number-marks.ts";
import type { RouteName } from "../../../api/paths.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type Shop = ApiAnswer<"listHardware">;
export type HardwareItem = Shop["items"][number];
export type OwnedRig = ApiAnswer<"listRigs">["items"][number];
export type Order = ApiAnswer<"listOrders">["items"][number];

const REPLAY_DAYS = 1_825;

export const CHANGED_BY_SHOP: readonly RouteName[] = [
  "listRigs",
  "listOrders",
  "listHardware",
  "listStatements",
  "getMining",
  "getWallet",
  "getMe",
  "listEvents",
];

/** True if the item is a frame, which holds rigs but has no hash rate and uses no power. */
export function isFrame(item: Pick<HardwareItem, "type">): boolean {
  return item.type === "Frame";
}

/** Formats a price in whole dollars, as the requirement does: `$3,500`. */
export function priceText(cents: number): string {
  const usd = cents / 100;
  const decimals = cents % 100 === 0 ? 0 : 2;
  return `$${groupedText(usd.toFixed(decimals))}`;
}

/** Returns the quantity, or `undefined` if the text is not a whole number from 1 to 10. */
export function quantityOf(text: string): number | undefined {
  return /^([1-9]|10)$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * True if the server accepts this electricity price: above 0, at most 1 USD, and with at most 6
 * decimals.
 */
export function isTariff(text: string): boolean {
  return /^(0\.\d{1,6}|1(\.0{1,6})?)$/.test(text) && /[1-9]/.test(text);
}

/**
 * Returns the time machine's search parameters for a rig: five years at the user's electricity
 * price.
 */
export function replaySearch(item: HardwareItem, { usdPerKwh }: Shop) {
  return { rig: item.id, tariff: Number(usdPerKwh), days: REPLAY_DAYS };
}
