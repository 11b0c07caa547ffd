/**
 * Summarises a user's transfers as a report for any range, exact to the satoshi: opening +
 * contributions + income - cost - withdrawals + converted = closing. The opening is summed forwards
 * from the first entry, and the closing backwards from the current balances. If the report
 * balances, the ledger's balances match its history. Pure functions.
 */
import type { Asset, DailySums, TransferCode } from "#ledger";
import { daysOf, type DayRange } from "./day-range.ts";
import { classOf, type Product } from "./transfer-classes.ts";

/**
 * Amounts in satoshis or cents. Income, cost and withdrawals are usually positive and are reduced
 * by reversals.
 */
export interface Flows {
  readonly contributions: bigint;
  readonly income: bigint;
  readonly cost: bigint;
  readonly withdrawals: bigint;
  readonly converted: bigint;
}

export interface AssetSum extends Flows {
  readonly opening: bigint;
  readonly closing: bigint;
  readonly isBalanced: boolean;
}

/** Values of one asset: those of a single day, or the totals up to and including that day. */
export interface AssetDay extends Flows {
  /** Balance of the user's accounts at the end of the day. */
  readonly value: bigint;
  /** Net deposits since the first entry: contributions minus withdrawals plus conversions. */
  readonly putIn: bigint;
  /** Net amount converted into this asset since the first entry; negative if converted out. */
  readonly convertedSoFar: bigint;
  /** Payouts of contracts, boosts and rigs, the sources with an expected amount. */
  readonly mined: bigint;
  readonly products: Readonly<Partial<Record<Product, bigint>>>;
}

export interface ProductLine {
  readonly product: Product;
  readonly side: "income" | "cost";
  readonly code: TransferCode;
  /** Amounts by asset, always positive. */
  readonly amounts: Readonly<Record<Asset, bigint>>;
}

export interface Report {
  readonly days: readonly {
    readonly day: string;
    readonly BTC: AssetDay;
    readonly USD: AssetDay;
  }[];
  readonly sums: Readonly<Record<Asset, AssetSum>>;
  /** Products that have an amount in the range. */
  readonly lines: readonly ProductLine[];
}

export function buildReport({ sums, balances }: DailySums, range: DayRange): Report {
  const BTC = assetDays(sums, range, "BTC");
  const USD = assetDays(sums, range, "USD");
  return {
    days: daysOf(range).map((day, index) => ({ day, BTC: at(BTC, index), USD: at(USD, index) })),
    sums: {
      BTC: assetSum({ sums, balances }, range, { asset: "BTC", days: BTC }),
      USD: assetSum({ sums, balances }, range, { asset: "USD", days: USD }),
    },
    lines: productLines(sums, range),
  };
}

type Sums = DailySums["sums"];

export function addFlows(flows: readonly Flows[]): Flows {
  const total = (name: keyof Flows) => flows.reduce((sum, flow) => sum + flow[name], 0n);
  return {
    contributions: total("contributions"),
    income: total("income"),
    cost: total("cost"),
    withdrawals: total("withdrawals"),
    converted: total("converted"),
  };
}

function assetSum(
  { sums, balances }: DailySums,
  { from, to }: DayRange,
  { asset, days }: { readonly asset: Asset; readonly days: readonly AssetDay[] },
): AssetSum {
  const sumMoved = (isMeant: (day: string) => boolean) =>
    sums
      .filter((sum) => sum.asset === asset && isMeant(sum.day))
      .reduce((total, { amount }) => total + amount, 0n);
  const flows = addFlows(days);
  const opening = sumMoved((day) => day < from);
  const closing = balances[asset] - sumMoved((day) => day > to);
  return { ...flows, opening, closing, isBalanced: opening + netOf(flows) === closing };
}

export function netOf({ contributions, income, cost, withdrawals, converted }: Flows): bigint {
  return contributions + income - cost - withdrawals + converted;
}

/**
 * Returns net deposits. Conversions are included, so that value minus net deposits equals income
 * minus cost.
 */
export function putInBy({ contributions, withdrawals, converted }: Flows): bigint {
  return contributions - withdrawals + converted;
}

function assetDays(sums: Sums, range: DayRange, asset: Asset): AssetDay[] {
  const own = sums.filter((sum) => sum.asset === asset);
  const byDay = Map.groupBy(own, ({ day }) => day);
  const before = flowsOf(own.filter(({ day }) => day < range.from));
  let value = netOf(before);
  let putIn = putInBy(before);
  let convertedSoFar = before.converted;
  return daysOf(range).map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const flows = flowsOf(ofDay);
    value += netOf(flows);
    putIn += putInBy(flows);
    convertedSoFar += flows.converted;
    const totals = { value, putIn, convertedSoFar };
    return { ...flows, ...totals, mined: minedIn(ofDay), products: resultsIn(ofDay) };
  });
}

export function flowsOf(
  sums: readonly Pick<DailySums["sums"][number], "code" | "about" | "amount">[],
): Flows {
  const flows = { contributions: 0n, income: 0n, cost: 0n, withdrawals: 0n, converted: 0n };
  for (const sum of sums) {
    const { side } = classOf(sum);
    if (side === "contribution") flows.contributions += sum.amount;
    else if (side === "withdrawal") flows.withdrawals -= sum.amount;
    else if (side === "conversion") flows.converted += sum.amount;
    else if (side === "income") flows.income += sum.amount;
    else flows.cost -= sum.amount;
  }
  return flows;
}

function minedIn(sums: Sums): bigint {
  return sums
    .filter(({ code, about }) => code === "mining_payout" && about !== "wrk")
    .reduce((total, { amount }) => total + amount, 0n);
}

function resultsIn(sums: Sums): AssetDay["products"] {
  const results: Partial<Record<Product, bigint>> = {};
  for (const sum of sums) {
    const transferClass = classOf(sum);
    if ("product" in transferClass)
      results[transferClass.product] = (results[transferClass.product] ?? 0n) + sum.amount;
  }
  return results;
}

function productLines(sums: Sums, { from, to }: DayRange): ProductLine[] {
  const lines = new Map<string, ProductLine & { amounts: Record<Asset, bigint> }>();
  for (const sum of sums) {
    const transferClass = classOf(sum);
    if (sum.day < from || sum.day > to || !("product" in transferClass)) continue;
    const key = `${transferClass.product} ${sum.code}`;
    const line = lines.get(key) ?? {
      ...transferClass,
      code: sum.code,
      amounts: { BTC: 0n, USD: 0n },
    };
    line.amounts[sum.asset] += transferClass.side === "income" ? sum.amount : -sum.amount;
    lines.set(key, line);
  }
  return [...lines.values()].filter(({ amounts }) => amounts.BTC !== 0n || amounts.USD !== 0n);
}

function at(days: readonly AssetDay[], index: number): AssetDay {
  const day = days[index];
  if (!day) throw new RangeError(`the report has no day ${index}`);
  return day;
}
