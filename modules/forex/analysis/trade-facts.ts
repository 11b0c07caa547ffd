/**
 * Builds the facts of closed trades from their rows and from the events of the account. Amounts in
 * other currencies are converted with the rate of the trade's own exits, which every fill records.
 */
import { readPrice, resultOf, shown, type Instrument, type Ratio } from "#market";
import type { ClosedTrade } from "#performance";
import { knownInstrument } from "../book/known-instrument.ts";
import type { ClosedRow, EventRow, ReducedTrade } from "./analysis-table.ts";

/** A stop counts as set at the opening if it was set within this time. */
const STOP_WITHIN_MS = 60_000;
const CENTS = 100n;
const ONE: Ratio = { top: 1n, bottom: 1n };

/** A closed trade, with the values that its excursion needs. */
export interface TradeFacts extends ClosedTrade {
  readonly of: Instrument;
  /** Positive for long. */
  readonly units: number;
  readonly entry: number;
  readonly exits: readonly number[];
  readonly factor: Ratio;
}

/** Sums over the fills and stops of one trade. */
interface Collected {
  readonly row: ClosedRow;
  readonly of: Instrument;
  spreadCents: bigint;
  conversionCents: bigint | undefined;
  sizeCents: bigint;
  stop: { readonly price: number; readonly atMs: number } | undefined;
  readonly reductions: { readonly units: number; readonly factor: Ratio }[];
  readonly exits: number[];
  isOpeningKnown: boolean;
}

export interface FactsCollector {
  /** Takes in the next event. Events must arrive oldest first. */
  take(event: EventRow): void;
  /** Returns the trades whose opening and exits were all among the events. */
  facts(): TradeFacts[];
}

export function collectFacts(rows: readonly ClosedRow[]): FactsCollector {
  const trades = new Map<string, Collected>(
    rows.map((row) => [
      row.id,
      {
        row,
        of: knownInstrument(row.instrument),
        spreadCents: 0n,
        conversionCents: 0n,
        sizeCents: 0n,
        stop: undefined,
        reductions: [],
        exits: [],
        isOpeningKnown: false,
      },
    ]),
  );
  return {
    take(event) {
      if (event.type === "ORDER_FILL") takeFill(trades, event);
      else takeStop(trades.get(event.tradeId ?? ""), event);
    },
    facts: () => [...trades.values()].filter(isWhole).map(factsOf),
  };
}

/** True if the events include the trade's opening and all of its exits. */
function isWhole({ row, reductions, isOpeningKnown }: Collected): boolean {
  return isOpeningKnown && reductions.reduce((sum, { units }) => sum + units, 0) === row.units;
}

function takeStop(trade: Collected | undefined, { at, price }: EventRow): void {
  if (!trade || at.getTime() - trade.row.openedAt.getTime() > STOP_WITHIN_MS) return;
  const { stop, row } = trade;
  const atMs = at.getTime();
  const isNearer = Math.abs(price - row.price) < Math.abs((stop?.price ?? Infinity) - row.price);
  // The first stop applies. Of a stop loss and a trailing stop set together, the nearer applies.
  if (!stop || (stop.atMs === atMs && isNearer)) trade.stop = { price, atMs };
}

function takeFill(trades: ReadonlyMap<string, Collected>, event: EventRow): void {
  const reductions = event.reductions ?? [];
  const opened = reductions.reduce((sum, { units }) => sum + units, event.units);
  const parts = [
    ...reductions.map(({ tradeId, units }) => ({ tradeId, units: Math.abs(units) })),
    ...(opened === 0 ? [] : [{ tradeId: event.tradeId ?? "", units: Math.abs(opened) }]),
  ];
  const shares = sharesOf(halfSpread(event), parts);
  for (const [index, { tradeId }] of parts.entries()) {
    const trade = trades.get(tradeId);
    if (!trade) continue;
    trade.spreadCents += shares[index] ?? 0n;
    const reduction = reductions[index];
    if (reduction) takeReduction(trade, reduction, event);
    else trade.isOpeningKnown = true;
  }
}

function takeReduction(trade: Collected, { units, factor }: ReducedTrade, event: EventRow): void {
  const { of, row } = trade;
  const used = ratioOf(factor);
  const mid = midFactor(event, of);
  const move = { from: row.price, to: event.price };
  const [atMid, atUsed] = [mid && resultOf(of, units, move, mid), resultOf(of, units, move, used)];
  if (atMid && trade.conversionCents !== undefined)
    trade.conversionCents += shown({
      top: atMid.top * atUsed.bottom - atUsed.top * atMid.bottom,
      bottom: atMid.bottom * atUsed.bottom,
    });
  else trade.conversionCents = undefined;
  trade.sizeCents += worthOf(of, units, row.price, used);
  trade.reductions.push({ units, factor: used });
  trade.exits.push(event.price);
}

/** Divides the amount in proportion to the units. The last part takes the remainder. */
function sharesOf(cents: bigint, parts: readonly { readonly units: number }[]): bigint[] {
  const total = parts.reduce((sum, { units }) => sum + BigInt(units), 0n);
  let remaining = cents;
  return parts.map(({ units }, index) => {
    const share = index === parts.length - 1 ? remaining : (cents * BigInt(units)) / total;
    remaining -= share;
    return share;
  });
}

/** Returns half the spread of all units. A stop-out records the quote, but not its cost. */
function halfSpread(event: EventRow): bigint {
  if (event.halfSpreadCents !== null) return event.halfSpreadCents;
  const of = knownInstrument(event.instrument);
  const quote = quoteOf(event, of);
  const [reduction] = event.reductions ?? [];
  if (!quote || !reduction) return 0n;
  const factor = midFactor(event, of) ?? ratioOf(reduction.factor);
  return worthOf(of, event.units, quote.ask - quote.bid, {
    ...factor,
    bottom: 2n * factor.bottom,
  });
}

/** Returns the rate of conversion at mid. Undefined for old fills in other currencies. */
function midFactor(event: EventRow, { name, quote, priceScale }: Instrument): Ratio | undefined {
  if (quote === "USD") return ONE;
  if (event.midFactor !== null) return ratioOf(event.midFactor);
  const used = quoteOf(event, knownInstrument(event.instrument));
  if (!used || !name.startsWith("USD_")) return undefined;
  return { top: 2n * BigInt(priceScale), bottom: BigInt(used.bid + used.ask) };
}

function quoteOf({ used }: EventRow, of: Instrument) {
  if (!used) return undefined;
  const [bid, ask] = [readPrice(used.bid, of), readPrice(used.ask, of)];
  return typeof bid === "number" && typeof ask === "number" ? { bid, ask } : undefined;
}

/** Returns the value of the units at a price, in cents. */
function worthOf({ priceScale }: Instrument, units: number, price: number, factor: Ratio): bigint {
  return shown({
    top: BigInt(Math.abs(units)) * BigInt(price) * CENTS * factor.top,
    bottom: BigInt(priceScale) * factor.bottom,
  });
}

function ratioOf(text: string): Ratio {
  const [top = "0", bottom = "1"] = text.split("/");
  return { top: BigInt(top), bottom: BigInt(bottom) };
}

function factsOf({ row, of, stop, reductions, ...sums }: Collected): TradeFacts {
  const isLong = row.units > 0;
  const distance = stop && (isLong ? row.price - stop.price : stop.price - row.price);
  const risk = reductions.reduce(
    (sum, { units, factor }) => sum + worthOf(of, units, Math.max(0, distance ?? 0), factor),
    0n,
  );
  return {
    id: row.id,
    instrument: row.instrument,
    side: isLong ? "long" : "short",
    openedMs: row.openedAt.getTime(),
    closedMs: row.closedAt.getTime(),
    realisedCents: row.realisedCents,
    financingCents: row.financingCents,
    spreadCents: sums.spreadCents,
    conversionCents: sums.conversionCents,
    sizeCents: sums.sizeCents,
    hadStop: stop !== undefined,
    riskCents: risk > 0n ? risk : undefined,
    excursion: undefined,
    of,
    units: row.units,
    entry: row.price,
    exits: sums.exits,
    factor: reductions.at(-1)?.factor ?? ONE,
  };
}
