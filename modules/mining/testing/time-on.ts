/** Reference values and mining switches for tests of time-based pay. */
import { difficultyOf } from "#economics";
import type { ReferenceValues } from "../../treasury/reference-values.ts";
import type { SwitchedOn } from "../accrual/accrual-periods.ts";

/** The initial reference values: 60,000 USD, difficulty 83 T, 3.125 BTC per block. */
export const startValues: ReferenceValues = {
  id: "ref_start",
  centsPerBtc: 6_000_000n,
  difficulty: difficultyOf("83000000000000"),
  subsidySats: 312_500_000n,
  feesSats: 0n,
  poolFeeMillionths: 0n,
  blockSeconds: 600,
  usdPerKwh: "0.1",
  boostUsdPerThsDay: "0.05",
  validFrom: new Date("2024-05-09T00:00:00Z"),
  source: "test",
  setBy: "test",
};

export const alwaysOn: readonly SwitchedOn[] = [
  { onAt: new Date("2026-02-01T00:00:00Z"), offAt: null },
];

/**
 * Converts pairs of times to switched-on intervals. A last time without a partner starts an open
 * interval.
 */
export function asSwitches(times: readonly Date[]): SwitchedOn[] {
  return times.flatMap((onAt, index) =>
    index % 2 === 0 ? [{ onAt, offAt: times[index + 1] ?? null }] : [],
  );
}
