/**
 * Basic schemas of the API. Only the schemas in this file convert JSON integers to bigint and RFC
 * 3339 texts to Date.
 */
import { z } from "zod";
import { pageLimits } from "./limits.ts";

const wholeNumber = z.codec(z.int(), z.bigint(), {
  decode: (value) => BigInt(value),
  encode: (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new RangeError(`${value} does not fit a JSON integer`);
    return number;
  },
});

/** Whole satoshis. Negative for the debits in a statement. */
export const sats = wholeNumber.meta({ description: "whole satoshis" });
/** Whole US cents. */
export const cents = wholeNumber.meta({ description: "whole US cents" });

/** A rate, price or difficulty as decimal text, never a float. */
export const decimal = z
  .string()
  .regex(/^-?\d{1,24}(\.\d{1,18})?$/)
  .meta({ description: "decimal number as text" });

export const time = z
  .codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: "RFC 3339, UTC" });

export const txidText = z.string().regex(/^[0-9a-f]{64}$/);

export const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
});

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** RFC 9457 problem document, the only format of errors under /api/v1. */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: "Problem" });
