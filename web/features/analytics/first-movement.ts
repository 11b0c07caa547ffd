import type { Analytics } from "./report.ts";

type Day = Analytics["series"][number];

/**
 * Drops the days before the first movement, except the last of them, so that the curve starts at
 * zero.
 */
export function sinceFirstMovement<
  Some extends Pick<Day, "valueSats" | "putInSats" | "contributedSats" | "withdrawnSats">,
>(series: readonly Some[]): readonly Some[] {
  const first = series.findIndex(
    (day) =>
      day.valueSats !== 0 ||
      day.putInSats !== 0 ||
      day.contributedSats !== 0 ||
      day.withdrawnSats !== 0,
  );
  return series.slice(Math.max(0, first - 1));
}
