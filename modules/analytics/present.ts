/**
 * Converts a report to the API's format. A point covers a day or a week, so that no response has
 * more points than a screen can show.
 */
import type { z } from "zod";
import type { analyticsApi } from "#api/analytics";
import { NANOSATS_PER_SAT, usdText } from "#economics";
import { satsOfCents } from "./desk-value.ts";
import { holdingsOn, rateOn, type AnalyticsView } from "./get-report.ts";
import { addFlows, type Flows, type ProductLine } from "./report.ts";
import type { CurvePoint } from "./first-days-curve.ts";
import type { Product } from "./transfer-classes.ts";

type Response = z.output<(typeof analyticsApi)["getAnalytics"]["response"]>;
type Point = Response["series"][number];
type ProductItem = Response["products"][number];

/** Maximum number of daily points. Longer ranges have weekly points: five years have 261. */
const DAILY_POINTS_MAX = 366;
const WEEK_DAYS = 7;
const PRODUCTS: readonly Product[] = [
  "cloud_mining",
  "own_miners",
  "rigs",
  "earn",
  "forex",
  "fees",
  "other",
];

export function presentReport(view: AnalyticsView): Response {
  const stepDays = view.days.length > DAILY_POINTS_MAX ? WEEK_DAYS : 1;
  const rate = rateOn(view, view.today);
  return {
    practice: true,
    ...view.range,
    today: view.today,
    firstDay: view.firstDay ?? null,
    stepDays,
    btc: view.sums.BTC,
    usd: view.sums.USD,
    series: stepsOf(view.days, stepDays).map((step) => presentStep(view, step)),
    curve:
      view.curve?.map((step, index, steps) => ({
        at: step.at,
        valueSats: step.value + satsOfCents(centsOf(view, step, index === steps.length - 1), rate),
        putInSats: step.putIn - step.convertedSoFar,
        contributedSats: step.contributed,
        withdrawnSats: step.withdrawn,
      })) ?? null,
    products: presentProducts(view.lines),
    mining: {
      expectedSats: expectedSats(view, view.days),
      minedSats: total(view.days.map(({ BTC }) => BTC.mined)) + view.accruedSats,
      accruedSats: view.accruedSats,
    },
    rateUsdPerBtc: usdText(rate.centsPerBtc),
    rateValidFrom: rate.validFrom,
  };
}

/**
 * Returns the dollars at a point. The last point is the current time, so it includes unrealised
 * profit or loss, as does the last day of the series.
 */
function centsOf({ equity }: AnalyticsView, { cents }: CurvePoint, isLast: boolean): bigint {
  const worth = isLast && equity ? equity.nowCents : cents;
  return worth > 0n ? worth : 0n;
}

type Days = AnalyticsView["days"];

function stepsOf(days: Days, size: number): Days[] {
  const steps: Days[] = [];
  for (let first = 0; first < days.length; first += size)
    steps.push(days.slice(first, first + size));
  return steps;
}

function presentStep(view: AnalyticsView, step: Days): Point {
  const last = step.at(-1);
  if (!last) throw new RangeError("a step has at least one day");
  const holdings = holdingsOn(view, last);
  const sats = addFlows(step.map(({ BTC }): Flows => BTC));
  const cents = addFlows(step.map(({ USD }): Flows => USD));
  const accruedSats = last.day === view.today ? view.accruedSats : 0n;
  return {
    date: last.day,
    walletSats: last.BTC.value,
    valueCents: last.USD.value,
    ...holdings,
    contributedSats: sats.contributions,
    contributedCents: cents.contributions,
    withdrawnSats: sats.withdrawals,
    withdrawnCents: cents.withdrawals,
    incomeSats: sats.income,
    costSats: sats.cost,
    minedSats: total(step.map(({ BTC }) => BTC.mined)) + accruedSats,
    expectedMinedSats: expectedSats(view, step),
    rateUsdPerBtc: usdText(rateOn(view, last.day).centsPerBtc),
  };
}

/** Returns the expected satoshis, rounded down only once, after adding up all days. */
export function expectedSats({ expected }: AnalyticsView, days: Days): bigint {
  return total(days.map(({ day }) => expected.get(day) ?? 0n)) / NANOSATS_PER_SAT;
}

function presentProducts(lines: readonly ProductLine[]): ProductItem[] {
  return PRODUCTS.flatMap((product) => {
    const own = lines.filter((line) => line.product === product);
    if (own.length === 0) return [];
    const sumOf = (side: ProductLine["side"], asset: "BTC" | "USD") =>
      total(own.filter((line) => line.side === side).map(({ amounts }) => amounts[asset]));
    return [
      {
        product,
        incomeSats: sumOf("income", "BTC"),
        incomeCents: sumOf("income", "USD"),
        costSats: sumOf("cost", "BTC"),
        costCents: sumOf("cost", "USD"),
        lines: own.map(({ code, side, amounts }) => ({
          code,
          side,
          sats: amounts.BTC,
          cents: amounts.USD,
        })),
      },
    ];
  });
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
