/** Describes the price that triggered a fill, and its distance from the fill price. */
import { holdableNamed, readPrice, slipOf } from "#market";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { decimalText } from "../../../ui/amounts/number-format.ts";

export interface Trigger {
  /** Text such as `stop loss at 1.19900`. */
  readonly what: string;
  /**
   * Text such as `1,782 pips worse`. Undefined if the order was filled exactly at the trigger
   * price.
   */
  readonly slip: string | undefined;
}

interface TriggeredFill {
  readonly instrument: string | null;
  readonly units: number | null;
  readonly price: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

const NAMES: Readonly<Record<string, string>> = {
  LIMIT: "limit",
  STOP: "stop",
  STOP_LIMIT: "stop-limit",
  MARKET_IF_TOUCHED: "if touched",
  TAKE_PROFIT: "take profit",
  STOP_LOSS: "stop loss",
  TRAILING_STOP_LOSS: "trailing stop",
};

/** Distances of at least this many pips are shown in whole pips. */
const WHOLE_PIPS_FROM = 100;

/** Returns the trigger of a fill, or undefined if no price triggered the fill. */
export function triggerOf({ instrument: name, units, price, detail }: TriggeredFill) {
  const { orderType, orderPrice, limitPrice, triggeredAt } = detail;
  const instrument = holdableNamed(name ?? "");
  const type = typeof orderType === "string" ? NAMES[orderType] : undefined;
  if (!instrument || type === undefined || typeof orderPrice !== "string") return undefined;
  const limit = typeof limitPrice === "string" ? limitPrice : undefined;
  // A stop-limit order that had to wait is compared with its limit, which it waited for.
  const awaited = typeof triggeredAt === "string" && limit !== undefined ? limit : orderPrice;
  const awaitedAt = readPrice(awaited, instrument);
  const filledAt = readPrice(price ?? "", instrument);
  if (typeof awaitedAt !== "number" || typeof filledAt !== "number") return undefined;
  const pips = slipOf(units ?? 0, awaitedAt, filledAt) / instrument.pip;
  const limitText = limit === undefined ? "" : ` (limit ${withMarks(limit)})`;
  return {
    what: `${type} at ${withMarks(orderPrice)}${limitText}`,
    slip: pips === 0 ? undefined : `${pipsText(pips)} ${pips > 0 ? "worse" : "better"}`,
  } satisfies Trigger;
}

function pipsText(pips: number): string {
  const size = Math.abs(pips);
  return `${decimalText(size.toFixed(3), size < WHOLE_PIPS_FROM ? 1 : 0)} pips`;
}
