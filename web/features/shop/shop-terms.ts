/** The shop's answers by name, and which answers a purchase or a sale makes old. */
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

/** The machine has no power of its own and no hash rate: it holds others. */
export function isFrame(item: Pick<HardwareItem, "type">): boolean {
  return item.type === "Frame";
}

/** `$3,500`: as the machines are announced. */
export function priceText(cents: number): string {
  const usd = cents / 100;
  const decimals = cents % 100 === 0 ? 0 : 2;
  return `$${groupedText(usd.toFixed(decimals))}`;
}

/** `undefined` when it is no whole number from 1 to 10. */
export function quantityOf(text: string): number | undefined {
  return /^([1-9]|10)$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * Whether the server takes it as a price of electricity: above 0, at most 1 USD, at most 6
 * decimals.
 */
export function isTariff(text: string): boolean {
  return /^(0\.\d{1,6}|1(\.0{1,6})?)$/.test(text) && /[1-9]/.test(text);
}

/** Five years at the person's own price of electricity. */
export function replaySearch(item: HardwareItem, { usdPerKwh }: Shop) {
  return { rig: item.id, tariff: Number(usdPerKwh), days: REPLAY_DAYS };
}
