/** Routes with which administrators upload newer versions of the time machine's two data files. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

/** Maximum size of a file. Each published file is about 90 kB and grows by about 8 kB per year. */
const FILE_CHARACTERS_MAX = 300_000;
const BODY_BYTES_MAX = 1_000_000;

const seriesState = z.object({
  from: z.iso.date(),
  /**
   * Last day of the series. This is the last full day before the last header, or the last day with
   * a price if that day is earlier.
   */
  to: z.iso.date(),
  headers: z.int(),
  lastHeight: z.int(),
  lastPriceDay: z.iso.date(),
  carriedDays: z.int(),
  /** The most recent upload. Null if the series is still the built-in one. */
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
    summary: "Get the difficulty and price series in use, and its latest upload",
    response: seriesState,
  },
  addHistoryDays: {
    method: "POST",
    path: "/api/v1/admin/history",
    auth: "admin",
    summary:
      "Add days by uploading newer versions of the two CSV files, headers and prices, as text",
    bodyBytesMax: BODY_BYTES_MAX,
    body: z.strictObject({
      headers: z.string().max(FILE_CHARACTERS_MAX),
      prices: z.string().max(FILE_CHARACTERS_MAX),
      ...why,
    }),
    response: seriesState,
  },
} as const satisfies Api;
