/**
 * Why a fill was what it was, in figures that anybody can work out again from the day's seed: the
 * quote seen and the quote used, time and size drawn, conversion, margin before and after.
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
  /** int32. */
  readonly price: number;
  /** When it was placed or woken, and by which quote. */
  readonly startQuote: Quote | undefined;
  readonly used: Quote;
  readonly latencyMs: number;
  /** Price that the user won (above 0) or lost while the order was on its way, in int32. */
  readonly movedForUser: number;
  readonly spreadPips: number;
  /** Cents that half the spread cost, to the nearest. */
  readonly halfSpreadCents: bigint;
  readonly sizeTenths: number;
  readonly realisedCents: bigint;
  readonly reductions: readonly Reduction[];
  readonly marginBeforeCents: bigint;
  readonly marginAfterCents: bigint;
  /** Hundredths of a percent; undefined with nothing open. */
  readonly levelAfter: bigint | undefined;
}

/** How much worse (above 0) than the price that triggered an order it was filled, in int32. */
export function slipOf(units: number, triggeredAt: number, filledAt: number): number {
  return units > 0 ? filledAt - triggeredAt : triggeredAt - filledAt;
}

/** `factor`: one of the quote currency in the account's, at mid. */
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
    marginBeforeCents: marginCents(before),
    marginAfterCents: marginCents(after),
    levelAfter: levelOf(after),
  };
}

function marginCents({ marginUsed }: AccountValue): bigint {
  return shown(marginUsed);
}
