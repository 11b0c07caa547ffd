/** Formats chart amounts in the user's unit and computes round ticks in that unit. */
import { amountText } from "../amounts/amount-format.ts";
import { roundTicks } from "./scale.ts";
import { useNumberFormat } from "../preferences/number-marks.ts";
import { useReferenceRate, useShownUnit, type Unit } from "../preferences/unit.ts";

const SATS_PER_BTC = 100_000_000;

export interface ChartAmounts {
  readonly unit: Unit;
  /** Formats an amount. BTC amounts are shown without the unit, other amounts with it. */
  text: (sats: number, isSigned?: boolean) => string;
  /** Positions of the grid lines, in satoshis, with their labels. Zero has no label. */
  ticks: (highest: number, count?: number) => { readonly value: number; readonly text: string }[];
}

export function useChartAmounts(): ChartAmounts {
  useNumberFormat();
  const unit = useShownUnit();
  return chartAmounts(unit, useReferenceRate());
}

export function chartAmounts(unit: Unit, centsPerBtc: bigint | undefined): ChartAmounts {
  const digits = (sats: number, isSigned = false) => {
    const whole = BigInt(Math.round(sats));
    const text = amountText(whole, unit, { isSigned, centsPerBtc });
    return `${text.sign}${text.zeros}${text.digits}`;
  };
  // Smallest displayable step: one satoshi or one cent.
  const satsPerStep =
    unit === "USD" && centsPerBtc !== undefined ? SATS_PER_BTC / Number(centsPerBtc) : 1;
  return {
    unit,
    text: (sats, isSigned) => digits(sats, isSigned) + (unit === "BTC" ? "" : ` ${unit}`),
    ticks: (highest, count = 4) =>
      roundTicks(0, highest / satsPerStep, count).map((steps) => ({
        value: steps * satsPerStep,
        // Add half a cent, so that the division does not round a tick down.
        text: steps < 1 ? "" : digits((steps + (unit === "USD" ? 0.5 : 0)) * satsPerStep),
      })),
  };
}
