/** Habits that cost money: trades without a stop, and trades soon after a loss. */
import { groupedBy } from "#market";
import { resultOfTrade, type ClosedTrade } from "./closed-trade.ts";
import { figuresOf, TRADES_MIN } from "./figures.ts";
import type { Row } from "./breakdowns.ts";

/** A trade opened this soon after a losing trade closed is counted as made in haste. */
export const HASTE_MS = 600_000;

export interface Habits {
  /** Trades with and without a stop at the opening or within a minute. */
  readonly stops: readonly Row[];
  /** Trades opened within ten minutes of a loss, and all others. */
  readonly haste: readonly Row[];
  /** Trades by the result of the trade that closed last before their opening. */
  readonly after: readonly Row[];
}

/** A trade and the trade that closed last before it was opened. */
export interface Sequenced {
  readonly trade: ClosedTrade;
  readonly before: ClosedTrade | undefined;
  readonly lossBefore: ClosedTrade | undefined;
}

/** Finds the preceding trades. `trades` may be in any order. */
export function inSequence(trades: readonly ClosedTrade[]): readonly Sequenced[] {
  const opened = trades.toSorted((a, b) => a.openedMs - b.openedMs);
  const closed = trades.toSorted((a, b) => a.closedMs - b.closedMs);
  let next = 0;
  let before: ClosedTrade | undefined;
  let lossBefore: ClosedTrade | undefined;
  return opened.map((trade) => {
    for (; (closed[next]?.closedMs ?? Infinity) <= trade.openedMs; next += 1) {
      before = closed[next];
      if (before && resultOfTrade(before) < 0n) lossBefore = before;
    }
    return { trade, before, lossBefore };
  });
}

/** Rows of habits that can cost money. */
const COSTLY = ["without-stop", "after-loss-10m", "after-loss"];

/**
 * Returns the habit with the largest loss. Undefined if no habit lost money over enough trades to
 * say so.
 */
export function costliestHabit<
  One extends { key: string; n: number; resultCents: bigint | number },
>({ stops, haste, after }: Readonly<Record<keyof Habits, readonly One[]>>): One | undefined {
  const losing = [...stops, ...haste, ...after].filter(
    ({ key, n, resultCents }) => COSTLY.includes(key) && n >= TRADES_MIN && resultCents < 0,
  );
  return losing.reduce<One | undefined>(
    (worst, row) => (worst && worst.resultCents <= row.resultCents ? worst : row),
    undefined,
  );
}

export function habitsOf(sequence: readonly Sequenced[]): Habits {
  return {
    stops: rowsOf(sequence, ["with-stop", "without-stop"], ({ trade }) =>
      trade.hadStop ? "with-stop" : "without-stop",
    ),
    haste: rowsOf(sequence, ["after-loss-10m", "other"], ({ trade, lossBefore }) =>
      lossBefore && trade.openedMs - lossBefore.closedMs <= HASTE_MS ? "after-loss-10m" : "other",
    ),
    after: rowsOf(sequence, ["after-loss", "after-gain", "after-none"], ({ before }) => {
      const result = before ? resultOfTrade(before) : 0n;
      if (result === 0n) return "after-none";
      return result < 0n ? "after-loss" : "after-gain";
    }),
  };
}

function rowsOf(
  sequence: readonly Sequenced[],
  keys: readonly string[],
  keyOf: (one: Sequenced) => string,
): readonly Row[] {
  const groups = groupedBy(sequence, keyOf);
  return keys.flatMap((key) => {
    const group = groups.get(key);
    return group ? [{ key, ...figuresOf(group.map(({ trade }) => trade)) }] : [];
  });
}
