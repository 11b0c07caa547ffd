/** Later versions of the two files that the time machine stands on, uploaded by administrators. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

/** The files as they are published have 90 kB each and grow by 8 kB a year. */
const FILE_CHARACTERS_MAX = 300_000;
const BODY_BYTES_MAX = 1_000_000;

const seriesState = z.object({
  from: z.iso.date(),
  /** The last full day before the last header, as far as there are prices. */
  to: z.iso.date(),
  headers: z.int(),
  lastHeight: z.int(),
  lastPriceDay: z.iso.date(),
  carriedDays: z.int(),
  /** What was added last; null: the series is as the product carries it. */
  added: z
    .object({ id: z.string(), source: z.string(), setAt: time, setBy: z.string().nullable() })
    .nullable(),
});

const why = {
  source: z.string().trim().min(limits.sourceCharacters.min).max(limits.sourceCharacters.max),
  reason: z.string().trim().min(limits.reasonCharacters.min).max(limits.reasonCharacters.max),
};

export const historyDaysApi = {
  getHistorySeries: {
    method: "GET",
    path: "/api/v1/admin/history",
    auth: "admin",
    summary: "The series of difficulty and price in use, and who added days to it last",
    response: seriesState,
  },
  addHistoryDays: {
    method: "POST",
    path: "/api/v1/admin/history",
    auth: "admin",
    summary: "Add days by later versions of the two files, headers and prices, each a CSV as text",
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({
      headers: z.string().max(FILE_CHARACTERS_MAX),
      prices: z.string().max(FILE_CHARACTERS_MAX),
      ...why,
    }),
    response: seriesState,
  },
} as const satisfies Api;
