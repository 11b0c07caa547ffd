/**
 * Creates the marks of the user's trades: openings, closings, and each 17:00 at which financing was
 * due.
 */
import { holdableNamed, readPrice, type Granularity } from "#market";
import { financedAt, placeOf, startOf, type Bar } from "./bars.ts";
import type { ShownTrade } from "./lines.ts";

export interface Mark {
  readonly time: number;
  readonly kind: "bought" | "sold" | "financed";
  readonly price: number | undefined;
}

const DAY_MS = 86_400_000;

export function marksOf(
  instrument: string,
  trades: readonly ShownTrade[],
  { bars, granularity }: { readonly bars: readonly Bar[]; readonly granularity: Granularity },
): Mark[] {
  const first = bars[0]?.time;
  const last = bars.at(-1)?.time;
  if (first === undefined || last === undefined) return [];
  const place = (timeMs: number) => placeOf(startOf(timeMs, granularity), granularity);
  return trades
    .filter((trade) => trade.instrument === instrument)
    .flatMap((trade): Mark[] => {
      const { initialUnits, openedAt, closedAt, price, closePrice } = trade;
      const opened = Date.parse(openedAt);
      const closed = closedAt === null ? undefined : Date.parse(closedAt);
      const [inward, outward] =
        initialUnits > 0 ? (["bought", "sold"] as const) : (["sold", "bought"] as const);
      const untilMs = closed ?? (last + 1) * 1_000;
      // Start near the first bar, because the trade may have been opened years earlier.
      const fromMs = Math.max(opened, first * 1_000 - DAY_MS);
      const nights = untilMs > fromMs ? financedAt(fromMs, untilMs) : [];
      return [
        { time: place(opened), kind: inward, price: decimalOf(price, instrument) },
        ...nights.map((at) => ({
          time: place(at - 1),
          kind: "financed" as const,
          price: undefined,
        })),
        ...(closed === undefined
          ? []
          : [{ time: place(closed), kind: outward, price: decimalOf(closePrice, instrument) }]),
      ];
    })
    .filter(({ time }) => time >= first && time <= last)
    .toSorted((a, b) => a.time - b.time);
}

function decimalOf(text: string | null, name: string): number | undefined {
  const instrument = holdableNamed(name);
  const price = instrument && text !== null ? readPrice(text, instrument) : undefined;
  return instrument && typeof price === "number" ? price / instrument.priceScale : undefined;
}
