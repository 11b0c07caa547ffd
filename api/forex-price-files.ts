/** Prices that a person uploads to replay them: one instrument a file. */
import { z } from "zod";
import { forexLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const PATH = "/api/v1/forex/price-files";
/** JSON writes each end of a line as two characters. */
const BODY_BYTES_MAX = 4_500_000;

const priceFile = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Of the text as it was uploaded, in hex. */
    sha256: z.string(),
    instrument: z.string(),
    /** `M1`: candles of a minute. */
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
    summary: "Uploaded prices of one's own, newest first",
    response: z.object({ items: z.array(priceFile), nextCursor: z.null() }),
  },
  addPriceFile: {
    method: "POST",
    path: PATH,
    auth: "user",
    summary: "Upload prices as CSV: time,bid,ask, or time,o,h,l,c[,spread] of minutes, in UTC",
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
    summary: "Remove uploaded prices that no running replay plays",
    params: z.strictObject({ fileId: z.string().max(60) }),
    response: z.object({ isRemoved: z.literal(true) }),
  },
} as const satisfies Api;
