/**
 * Recomputes a trader's month from the account's events and from prices, without the product's
 * rules. It uses only whole numbers and its own conversion, so that an error in the rules cannot
 * hide in both.
 */
export interface AccountEvent {
  readonly type: string;
  readonly at: Date;
  readonly tradeId: string | null;
  readonly instrument: string | null;
  readonly units: number | null;
  readonly price: number | null;
  readonly amountCents: bigint;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Bid plus ask of a pair at a close, in the pair's price units, and units per whole price. */
export interface ClosingPrice {
  readonly doubled: number;
  readonly scale: number;
}

export type ClosingPrices = (pair: string) => ClosingPrice | undefined;

export interface Close {
  readonly day: string;
  readonly at: Date;
  readonly priceOf: ClosingPrices;
}

interface OpenPart {
  readonly id: string;
  readonly instrument: string;
  readonly side: "long" | "short";
  units: number;
  readonly price: number;
  resultCents: bigint;
}

export interface RecomputedTrade {
  readonly id: string;
  readonly instrument: string;
  readonly side: "long" | "short";
  readonly closedAt: Date;
  readonly resultCents: bigint;
}

export interface RecomputedMonth {
  readonly trades: readonly RecomputedTrade[];
  readonly wins: number;
  readonly losses: number;
  readonly resultCents: bigint;
  readonly gainCents: bigint;
  readonly lossCents: bigint;
  /** Equity less deposits at each close. */
  readonly resultsByDay: ReadonlyMap<string, bigint>;
  readonly largestDrawdownCents: bigint;
}

interface Reduction {
  readonly tradeId: string;
  readonly units: number;
  readonly realisedCents: string;
}

interface FinancedPosition {
  readonly instrument: string;
  readonly cents: string;
}

/** `events` are all events of the account, oldest first. */
export function recomputeMonth(
  events: readonly AccountEvent[],
  closes: readonly Close[],
): RecomputedMonth {
  const open = new Map<string, OpenPart>();
  const trades: RecomputedTrade[] = [];
  const resultsByDay = new Map<string, bigint>();
  let [balance, deposited] = [0n, 0n];
  let place = 0;
  const takeUntil = (at: Date) => {
    for (; place < events.length; place += 1) {
      const event = events[place];
      if (!event || event.at > at) return;
      balance += event.amountCents;
      if (event.type === "TRANSFER_FUNDS")
        deposited += event.amountCents + conversionCost(event.detail);
      else takeEvent(event, open, trades);
    }
  };
  for (const { day, at, priceOf } of closes) {
    takeUntil(at);
    resultsByDay.set(day, balance + openCents([...open.values()], priceOf) - deposited);
  }
  takeUntil(new Date(8.64e15));
  const results = trades.map(({ resultCents }) => resultCents);
  const gains = results.filter((cents) => cents > 0n);
  const losses = results.filter((cents) => cents < 0n);
  return {
    trades,
    wins: gains.length,
    losses: losses.length,
    resultCents: sum(results),
    gainCents: sum(gains),
    lossCents: sum(losses),
    resultsByDay,
    largestDrawdownCents: drawdown([...resultsByDay.values()]),
  };
}

const SATS_PER_BTC = 100_000_000n;

/** Returns what moving coins cost: in cents on the way back, in satoshis on the way to the desk. */
function conversionCost(detail: AccountEvent["detail"]): bigint {
  const {
    costCents,
    costSats = "0",
    centsPerBtc = "0",
  } = detail as Readonly<Record<string, string | undefined>>;
  if (costCents !== undefined) return BigInt(costCents);
  const cost = BigInt(costSats) * BigInt(centsPerBtc);
  return (cost + SATS_PER_BTC - 1n) / SATS_PER_BTC;
}

function takeEvent(
  event: AccountEvent,
  open: Map<string, OpenPart>,
  trades: RecomputedTrade[],
): void {
  const { detail, instrument, price, units } = event;
  if (event.type === "DAILY_FINANCING") {
    for (const position of detail["positions"] as readonly FinancedPosition[])
      shareOut(BigInt(position.cents), [...open.values()].filter(isOf(position.instrument)));
    return;
  }
  const reductions = (detail["reductions"] ?? []) as readonly Reduction[];
  if (units === null || price === null || instrument === null) return;
  let opened = units;
  for (const reduction of reductions) {
    opened += reduction.units;
    const part = open.get(reduction.tradeId);
    if (!part) throw new Error(`the trade ${reduction.tradeId} is not open`);
    part.units -= reduction.units;
    part.resultCents += BigInt(reduction.realisedCents);
    if (part.units !== 0) continue;
    open.delete(part.id);
    const { id, side, resultCents } = part;
    trades.push({ id, instrument, side, closedAt: event.at, resultCents });
  }
  if (opened === 0 || event.tradeId === null || event.type !== "ORDER_FILL") return;
  open.set(event.tradeId, {
    id: event.tradeId,
    instrument,
    side: opened > 0 ? "long" : "short",
    units: opened,
    price,
    resultCents: 0n,
  });
}

const isOf = (name: string) => (part: OpenPart) => part.instrument === name;

/** Shares a position's financing by units, rounded toward zero. The newest trade takes the rest. */
function shareOut(cents: bigint, parts: readonly OpenPart[]): void {
  const size = (part: OpenPart) => BigInt(Math.abs(part.units));
  const all = sum(parts.map(size));
  let rest = cents;
  for (const part of parts) {
    const share = part === parts.at(-1) ? rest : (cents * size(part)) / all;
    part.resultCents += share;
    rest -= share;
  }
}

/** Returns the open profit or loss at mid in cents, rounded once, halves away from zero. */
function openCents(parts: readonly OpenPart[], priceOf: ClosingPrices): bigint {
  let [top, bottom] = [0n, 1n];
  for (const { instrument, units, price } of parts) {
    const [, quote = "USD"] = instrument.split("_");
    const { doubled, scale } = needed(priceOf(instrument), instrument);
    const dollars = dollarsOf(quote, priceOf);
    const partTop = BigInt(doubled - 2 * price) * BigInt(units) * 100n * dollars.top;
    const partBottom = 2n * BigInt(scale) * dollars.bottom;
    top = top * partBottom + partTop * bottom;
    bottom *= partBottom;
  }
  const doubledTop = 2n * top;
  return top >= 0n
    ? (doubledTop + bottom) / (2n * bottom)
    : -((-doubledTop + bottom) / (2n * bottom));
}

/** Returns the dollars per unit of a currency at mid. */
function dollarsOf(currency: string, priceOf: ClosingPrices) {
  if (currency === "USD") return { top: 1n, bottom: 1n };
  const direct = priceOf(`${currency}_USD`);
  if (direct) return { top: BigInt(direct.doubled), bottom: 2n * BigInt(direct.scale) };
  const inverse = needed(priceOf(`USD_${currency}`), currency);
  return { top: 2n * BigInt(inverse.scale), bottom: BigInt(inverse.doubled) };
}

function needed(price: ClosingPrice | undefined, name: string): ClosingPrice {
  if (!price) throw new Error(`there is no price of ${name}`);
  return price;
}

function drawdown(results: readonly bigint[]): bigint {
  let [peak, largest] = [0n, 0n];
  for (const result of results) {
    if (result > peak) peak = result;
    if (peak - result > largest) largest = peak - result;
  }
  return largest;
}

function sum(all: readonly bigint[]): bigint {
  return all.reduce((total, cents) => total + cents, 0n);
}
