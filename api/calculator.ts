/**
 * Route of the profitability calculator, with its inputs and results. The calculator moves no
 * money.
 */
import { z } from "zod";
import { cents, decimal, sats } from "./values.ts";

const money = z.object({ sats, cents });

export const calculatorInput = z.strictObject({
  hashRateThs: decimal,
  powerKw: decimal,
  usdPerKwh: decimal,
  rateUsdPerBtc: decimal.optional(),
  difficulty: decimal.optional(),
  subsidyBtc: decimal.optional(),
  feesBtc: decimal.optional(),
  poolFeePercent: decimal.default("0"),
  stalePercent: decimal.default("0"),
  uptimePercent: decimal.default("100"),
  upFrontUsd: decimal.default("0"),
  difficultyGrowthPercent: decimal.default("0"),
  rateGrowthPercent: decimal.default("0"),
  horizonDays: z.int().min(1).max(1825).default(1825),
});

export const calculation = z
  .object({
    earnings: z.object({ day: money, week: money, month: money, year: money }),
    powerCentsPerDay: cents,
    profitCentsPerDay: cents,
    /**
     * First day on which the cumulative net income is at least 0. Null if it stays negative within
     * the horizon.
     */
    breakEvenDay: z.int().nullable(),
    /** Break-even day if difficulty and BTC price stayed at today's values. */
    breakEvenDayAtToday: z.int().nullable(),
    breakEvenUsdPerBtc: decimal.nullable(),
    breakEvenDifficulty: decimal.nullable(),
    breakEvenUsdPerKwh: decimal.nullable(),
    /** Cumulative net income in cents on evenly spaced days, for the middle, low and high cases. */
    series: z.array(
      z.object({ day: z.int(), low: z.number(), middle: z.number(), high: z.number() }),
    ),
  })
  .meta({ id: "Calculation" });
