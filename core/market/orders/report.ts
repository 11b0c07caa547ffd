/**
 * Explains a fill in figures that anyone can recompute from the day's seed: the quotes at which the
 * order was sent and executed, latency, size effect, conversion, and margin before and after.
 */
import { shown, type Ratio } from "../book/ratio.ts";
import { levelOf, type AccountValue } from "../book/account.ts";
import type { Reduction } from "../book/netting.ts";
import type { Quote } from "../instruments/price.ts";
import type { Decision } from "./fill-order.ts";
import type { Order } from "./order.ts";

export interface FillReport {
  readonly type: Order["type"];
  readonly instrument: string;
  readonly units: number;
  /** Fill price in int32 units. */
  readonly price: number;
  /** Quote when the order was placed or triggered. */
  readonly startQuote: Quote | undefined;
  readonly used: Quote;
  readonly latencyMs: number;
  /** Price movement during the latency, in int32 units. Positive if it favoured the user. */
  readonly movedForUser: number;
  readonly spreadPips: number;
  /** Cost of half the spread, rounded to the nearest cent. */
  readonly halfSpreadCents: bigint;
  readonly sizeTenths: number;
  readonly realisedCents: bigint;
  readonly reductions: readonly Reduction[];
  /** Converts the quote currency to the account's currency, at mid. */
  readonly midFactor: Ratio;
  readonly marginBeforeCents: bigint;
  readonly marginAfterCents: bigint;
  /** Margin level after the fill in hundredths of a percent. Undefined without open positions. */
  readonly levelAfter: bigint | undefined;
}

/**
 * Slippage between trigger price and fill price, in int32 units. Positive if the fill was worse.
 */
export function slipOf(units: number, triggeredAt: number, filledAt: number): number {
  return units > 0 ? filledAt - triggeredAt : triggeredAt - filledAt;
}

/** Builds the report. `factor` converts the quote currency to the account's currency, at mid. */
export function fillReport(
  order: Order,
  decision: Extract<Decision, { kind: "fill" }>,
  {
    startQuote,
    used,
    latencyMs,
    factor,
  }: {
    readonly startQuote: Quote | undefined;
    readonly used: Quote;
    readonly latencyMs: number;
    readonly factor: Ratio;
  },
): FillReport {
  const { instrument, units, type } = order;
  const { execution, filled, before, after } = decision;
  const side = units > 0 ? "ask" : "bid";
  const moved = startQuote ? used[side] - startQuote[side] : 0;
  const halfSpread = {
    top: BigInt(Math.abs(units)) * BigInt(used.ask - used.bid) * 100n * factor.top,
    bottom: 2n * BigInt(instrument.priceScale) * factor.bottom,
  };
  return {
    type,
    instrument: instrument.name,
    units,
    price: execution.price,
    startQuote,
    used,
    latencyMs,
    movedForUser: units > 0 ? -moved : moved,
    spreadPips: (used.ask - used.bid) / instrument.pip,
    halfSpreadCents: shown(halfSpread),
    sizeTenths: execution.tenths,
    realisedCents: filled.realisedCents,
    reductions: filled.reductions,
    midFactor: factor,
    marginBeforeCents: marginCents(before),
    marginAfterCents: marginCents(after),
    levelAfter: levelOf(after),
  };
}

function marginCents({ marginUsed }: AccountValue): bigint {
  return shown(marginUsed);
}
