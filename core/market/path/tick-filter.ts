/**
 * Filters bad ticks. A bad tick is displayed and counted, but never causes a fill, trigger, candle
 * or stop-out. A tick is bad if it is too old, out of order, crossed or not a price, or if it jumps
 * by more than a fifth and the jump has not yet lasted for three ticks.
 */
import { PRICE_MAX } from "../instruments/instruments.ts";
import { doubledMid, type Quote } from "../instruments/price.ts";

export type TickFault = "stale" | "out of order" | "crossed" | "no price" | "jump";

/** The filter's state for one instrument. */
export interface TickState {
  readonly last: Quote | undefined;
  /** Number of consecutive ticks that jumped to about the same price. */
  readonly jumps: number;
  readonly jumpedTo: number;
}

export const NO_TICKS: TickState = { last: undefined, jumps: 0, jumpedTo: 0 };

const AGE_MS_MAX = 60_000;
const JUMP_SHARE = 5;
const JUMPS_ACCEPTED = 3;

/**
 * Classifies a tick as valid or bad. `isGapExpected` is true after a listed event or an opening,
 * when the first price is valid however far it jumps.
 */
export function judgeTick(
  state: TickState,
  tick: Quote,
  { nowMs, isGapExpected = false }: { readonly nowMs: number; readonly isGapExpected?: boolean },
): { readonly state: TickState; readonly fault: TickFault | undefined } {
  const fault = faultOf(state, tick, nowMs);
  if (fault) return { state, fault };
  const middle = doubledMid(tick);
  const accepted = { state: { last: tick, jumps: 0, jumpedTo: 0 }, fault: undefined };
  if (!state.last || isGapExpected || !isFar(middle, doubledMid(state.last))) return accepted;
  const jumps = state.jumps > 0 && !isFar(middle, state.jumpedTo) ? state.jumps + 1 : 1;
  if (jumps >= JUMPS_ACCEPTED) return accepted;
  return { state: { last: state.last, jumps, jumpedTo: middle }, fault: "jump" };
}

function faultOf({ last }: TickState, tick: Quote, nowMs: number): TickFault | undefined {
  const { bid, ask, timeMs } = tick;
  const arePrices = [bid, ask].every(
    (price) => Number.isInteger(price) && price > 0 && price <= PRICE_MAX,
  );
  if (!arePrices) return "no price";
  if (bid > ask) return "crossed";
  if (!(nowMs - timeMs <= AGE_MS_MAX)) return "stale";
  if (last && timeMs <= last.timeMs) return "out of order";
  return undefined;
}

function isFar(doubled: number, from: number): boolean {
  return Math.abs(doubled - from) * JUMP_SHARE > from;
}
