/**
 * Projects income, cost and cumulative net income. On day d the difficulty is D x (1 + g)^(d/30),
 * and the BTC price grows by the same formula. The band shows how sensitive the result is to the
 * two growth figures: the low case adds 3 points per month to difficulty growth and subtracts 5
 * points from price growth, and the high case does the opposite.
 */
const MONTH_DAYS = 30;
const POINTS_MAX = 61;

/**
 * Percentage points per month that the low case adds to the growth figures and the high case
 * subtracts.
 */
export const BAND_POINTS = { difficulty: 3, rate: -5 } as const;

export interface ProjectionInput {
  readonly usdPerDay: number;
  readonly powerUsdPerDay: number;
  readonly upFrontUsd: number;
  readonly difficultyGrowthPercent: number;
  readonly rateGrowthPercent: number;
  readonly horizonDays: number;
}

export interface ProjectionPoint {
  /** Days from now. Day 0 is before the first income. */
  readonly day: number;
  /** Cumulative net income in USD in the low, middle and high case. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export interface Projection {
  /**
   * First day on which the cumulative net income is at least 0. Null if that is not within the
   * horizon.
   */
  readonly breakEvenDay: number | null;
  /** Break-even day at today's difficulty and price. */
  readonly breakEvenDayAtToday: number | null;
  /** Cumulative net income at the horizon in the middle case, in USD. */
  readonly totalUsd: number;
  /** At most 61 evenly spaced days, including the first and the last day. */
  readonly series: readonly ProjectionPoint[];
}

export function projectedSeries(input: ProjectionInput): Projection {
  const { difficultyGrowthPercent, rateGrowthPercent, horizonDays } = input;
  const { difficulty, rate } = BAND_POINTS;
  const middle = cumulativeNet(input, difficultyGrowthPercent, rateGrowthPercent);
  const low = cumulativeNet(input, difficultyGrowthPercent + difficulty, rateGrowthPercent + rate);
  const high = cumulativeNet(input, difficultyGrowthPercent - difficulty, rateGrowthPercent - rate);
  return {
    breakEvenDay: firstDayPaidBack(middle),
    breakEvenDayAtToday: firstDayPaidBack(cumulativeNet(input, 0, 0)),
    totalUsd: middle[horizonDays] ?? 0,
    series: evenlySpacedDays(horizonDays).map((day) => ({
      day,
      low: low[day] ?? 0,
      middle: middle[day] ?? 0,
      high: high[day] ?? 0,
    })),
  };
}

/**
 * Returns the cumulative net income after each day. Index 0 is the up-front price, as a negative
 * number.
 */
function cumulativeNet(
  input: ProjectionInput,
  difficultyPercent: number,
  ratePercent: number,
): number[] {
  const incomeGrowth =
    ((1 + ratePercent / 100) / (1 + difficultyPercent / 100)) ** (1 / MONTH_DAYS);
  const net = [-input.upFrontUsd];
  let sum = -input.upFrontUsd;
  let income = input.usdPerDay;
  for (let day = 1; day <= input.horizonDays; day += 1) {
    income *= incomeGrowth;
    sum += income - input.powerUsdPerDay;
    net.push(sum);
  }
  return net;
}

function firstDayPaidBack(net: readonly number[]): number | null {
  const day = net.findIndex((sum, index) => index > 0 && sum >= 0);
  return day === -1 ? null : day;
}

function evenlySpacedDays(horizonDays: number): number[] {
  const steps = Math.min(horizonDays, POINTS_MAX - 1);
  return Array.from({ length: steps + 1 }, (_, step) => Math.round((step * horizonDays) / steps));
}
