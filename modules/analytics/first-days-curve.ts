/**
 * Computes the curve of an account's first two days, with a point per minute and later a point per
 * hour. With a point per day, the curve would be a single vertical line. All functions are pure,
 * except for one ledger query.
 */
import { stepSums, type StepSum } from "#ledger";
import type { Queryable } from "#platform";
import { startOf, type DayRange } from "./day-range.ts";
import { flowsOf, netOf, putInBy } from "./report.ts";

export interface CurvePoint {
  readonly at: Date;
  readonly value: bigint;
  /** Net deposits since the first entry: contributions minus withdrawals plus conversions. */
  readonly putIn: bigint;
  readonly convertedSoFar: bigint;
  /** Balance in cents, all of which are at the Forex desk. */
  readonly cents: bigint;
  /** Contributions since the previous point of the curve. */
  readonly contributed: bigint;
  readonly withdrawn: bigint;
}

interface Young {
  readonly userId: string;
  readonly range: DayRange;
  readonly today: string;
  readonly firstDay: string | undefined;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
const YOUNG_MS = 48 * HOUR_MS;
/**
 * Age of the first entry up to which points are a minute apart, because hourly points would hide
 * too much.
 */
const MINUTES_MS = 2 * HOUR_MS;

/**
 * Returns the curve, or undefined if the account is older or the range omits some of the account's
 * days.
 */
export async function youngCurve(
  queryable: Queryable,
  { userId, range, today, firstDay, now }: Young,
): Promise<readonly CurvePoint[] | undefined> {
  if (firstDay === undefined || range.from > firstDay || range.to < today) return undefined;
  if (now.getTime() - startOf(firstDay).getTime() > YOUNG_MS) return undefined;
  const minutes = await stepSums(queryable, { userId, stepSeconds: 60 });
  const [first] = minutes;
  if (first === undefined || now.getTime() - first.at.getTime() <= MINUTES_MS)
    return curveOf(minutes);
  return curveOf(await stepSums(queryable, { userId, stepSeconds: 3600 }));
}

export function curveOf(sums: readonly StepSum[]): CurvePoint[] {
  let [value, putIn, convertedSoFar, cents] = [0n, 0n, 0n, 0n];
  return [...Map.groupBy(sums, ({ at }) => at.getTime())].map(([at, ofStep]) => {
    const flows = flowsOf(ofStep.filter(({ asset }) => asset !== "USD"));
    value += netOf(flows);
    putIn += putInBy(flows);
    convertedSoFar += flows.converted;
    cents += netOf(flowsOf(ofStep.filter(({ asset }) => asset === "USD")));
    return {
      at: new Date(at),
      value,
      putIn,
      convertedSoFar,
      cents,
      contributed: flows.contributions,
      withdrawn: flows.withdrawals,
    };
  });
}
