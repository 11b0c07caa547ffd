/**
 * Routes for price files that a user uploads for replays. Each file contains the prices of one
 * instrument.
 */
import { z } from "zod";
import { forexLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const PATH = "/api/v1/forex/price-files";
/**
 * Maximum body size. It is larger than the text itself, because JSON encodes each line break as two
 * characters.
 */
const BODY_BYTES_MAX = 4_500_000;

const priceFile = z
  .object({
    id: z.string(),
    name: z.string(),
    /** SHA-256 of the uploaded text, in hex. */
    sha256: z.string(),
    instrument: z.string(),
    /** Kind of prices in the file. `M1` means one-minute candles. */
    kind: z.enum(["TICKS", "M1", "M5", "M15", "M30", "H1"]),
    /** Name of the recognised format. Empty for files of earlier versions. */
    format: z.string(),
    /** Time zone that was given with the file. */
    timeZone: z.string().nullable(),
    /** True if the file has bids only, so the pair's base spread is used. */
    isSpreadAssumed: z.boolean(),
    /** Number of lines that are replayed. */
    lines: z.int(),
    /** Number of lines in closed hours, which are skipped. */
    closedLines: z.int(),
    /** Number of lines that a later line with the same time replaces. */
    replacedLines: z.int(),
    from: time,
    until: time,
    addedAt: time,
  })
  .meta({ id: "ForexPriceFile" });

const facts = {
  name: z.string().trim().min(1).max(100),
  instrument: z.string().max(20),
  /** Required if the format does not contain a time zone. */
  timeZone: z.string().max(60).optional(),
};

export const forexPriceFilesApi = {
  listPriceFiles: {
    method: "GET",
    path: PATH,
    auth: "user",
    summary: "List your own price files, newest first",
    response: z.object({ items: z.array(priceFile), nextCursor: z.null() }),
  },
  addPriceFile: {
    method: "POST",
    path: PATH,
    auth: "user",
    summary:
      "Upload prices as text: a vendor's CSV file, time,bid,ask, or one-minute candles as time,o,h,l,c[,spread]",
    bodyBytesMax: BODY_BYTES_MAX,
    countsUpload: true,
    body: z.strictObject({ ...facts, text: z.string().max(forexLimits.priceFileCharactersMax) }),
    response: priceFile,
  },
  getPriceFileUpload: {
    method: "GET",
    path: `${PATH}/upload`,
    auth: "user",
    summary: "Get the progress of your own running upload",
    response: z.object({
      upload: z.object({ name: z.string(), bytes: z.int(), lines: z.int() }).nullable(),
    }),
  },
  uploadPriceFile: {
    method: "PUT",
    path: `${PATH}/upload`,
    auth: "user",
    summary: "Upload a file of up to 5,000,000 lines and 400 MB as the body, with type text/csv",
    streamsBody: true,
    countsUpload: true,
    query: z.strictObject(facts),
    response: priceFile,
  },
  cancelPriceFileUpload: {
    method: "DELETE",
    path: `${PATH}/upload`,
    auth: "user",
    summary: "Cancel your own running upload",
    response: z.object({ isCancelled: z.boolean() }),
  },
  removePriceFile: {
    method: "DELETE",
    path: `${PATH}/{fileId}`,
    auth: "user",
    summary: "Delete a price file that no running replay uses",
    params: z.strictObject({ fileId: z.string().max(60) }),
    response: z.object({ isRemoved: z.literal(true) }),
  },
} as const satisfies Api;
