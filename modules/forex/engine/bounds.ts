import type { Quote } from "#market";

/** Exclusive bounds of an instrument's prices. */
export interface Bounds {
  readonly bid: Range;
  readonly ask: Range;
  /** Bounds of bid plus ask. */
  readonly sum: Range;
}

export interface Range {
  above: number;
  below: number;
}

export function unbounded(): Bounds {
  const everything = () => ({ above: -Infinity, below: Infinity });
  return { bid: everything(), ask: everything(), sum: everything() };
}

/** Narrows the range to prices whose distance from `place` is less than `by`. */
export function narrow(range: Range, place: number, by: number): void {
  range.above = Math.max(range.above, place - by);
  range.below = Math.min(range.below, place + by);
}

/** Bounds of several instruments by index, packed for a loop that runs millions of times. */
export interface PackedBounds {
  /**
   * Bounds of bid plus ask, two numbers per instrument. Positions are valued at mid, so position
   * checks bound this sum.
   */
  readonly sums: Float64Array;
  /**
   * Indexes of the instruments whose bid or ask has bounds. Only orders set these bounds. `sides`
   * has four numbers for each of these instruments.
   */
  readonly sided: readonly number[];
  readonly sides: Float64Array;
}

export function packed(all: readonly Bounds[]): PackedBounds {
  const sided = all.flatMap(({ bid, ask }, place) => (isOpen(bid) && isOpen(ask) ? [] : [place]));
  const ends = ({ above, below }: Range) => [above, below];
  return {
    sums: Float64Array.from(all.flatMap(({ sum }) => ends(sum))),
    sided,
    sides: Float64Array.from(
      sided.flatMap((place) => {
        const { bid, ask } = all[place] ?? unbounded();
        return [...ends(bid), ...ends(ask)];
      }),
    ),
  };
}

function isOpen({ above, below }: Range): boolean {
  return above === -Infinity && below === Infinity;
}

/** True if every instrument has a quote within its bounds. */
export function areWithin(
  { sums, sided, sides }: PackedBounds,
  quotes: readonly (Quote | undefined)[],
): boolean {
  for (let place = 0; place < quotes.length; place += 1) {
    const quote = quotes[place];
    if (!quote) return false;
    const sum = quote.bid + quote.ask;
    if (sum <= (sums[2 * place] ?? 0) || sum >= (sums[2 * place + 1] ?? 0)) return false;
  }
  for (let index = 0; index < sided.length; index += 1) {
    const { bid = 0, ask = 0 } = quotes[sided[index] ?? 0] ?? {};
    const at = 4 * index;
    if (bid <= (sides[at] ?? 0) || bid >= (sides[at + 1] ?? 0)) return false;
    if (ask <= (sides[at + 2] ?? 0) || ask >= (sides[at + 3] ?? 0)) return false;
  }
  return true;
}
