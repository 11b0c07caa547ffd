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
    kind: z.enum(["TICKS", "M1"]),
    lines: z.int(),
    from: time,
    until: time,
    addedAt: time,
  })
  .meta({ id: "ForexPriceFile" });

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
      "Upload prices as CSV in UTC: ticks as time,bid,ask or one-minute candles as time,o,h,l,c[,spread]",
    bodyBytesMax: BODY_BYTES_MAX,
    countsUpload: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      instrument: z.string().max(20),
      text: z.string().max(forexLimits.priceFileCharactersMax),
    }),
    response: priceFile,
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
