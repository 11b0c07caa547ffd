/** Routes for a user's own drawings on charts: trend lines, levels and Fibonacci retracements. */
import { z } from "zod";
import { instrument } from "./forex-shapes.ts";
import type { Api } from "./route.ts";
import { decimal, time } from "./values.ts";

const byDrawing = z.strictObject({ drawingId: z.uuid() });
const point = z.strictObject({ time, price: decimal });

/** A level has one point. A trend line and a retracement have two. */
const shape = {
  instrument,
  kind: z.enum(["trend", "level", "fibonacci"]),
  points: z.array(point).min(1).max(2),
};

const drawing = z
  .object({
    id: z.string(),
    ...shape,
    /** Number of changes. A change of an outdated version is refused. */
    version: z.int(),
  })
  .meta({ id: "ForexDrawing" });

export const forexDrawingsApi = {
  listForexDrawings: {
    method: "GET",
    path: "/api/v1/forex/drawings",
    auth: "user",
    keyScope: "read",
    summary: "List your own drawings on charts",
    response: z.object({ items: z.array(drawing), nextCursor: z.null() }),
  },
  setForexDrawing: {
    method: "PUT",
    path: "/api/v1/forex/drawings/{drawingId}",
    auth: "user",
    summary: "Add a drawing with an id of your choice (version 0), or change one",
    params: byDrawing,
    body: z.strictObject({
      ...shape,
      version: z
        .int()
        .min(0)
        .max(1_000_000)
        .meta({ description: "version that is changed; 0 adds a drawing" }),
    }),
    response: drawing,
  },
  removeForexDrawing: {
    method: "DELETE",
    path: "/api/v1/forex/drawings/{drawingId}",
    auth: "user",
    summary: "Delete a drawing",
    params: byDrawing,
    query: z.strictObject({ version: z.coerce.number().int().min(1).max(1_000_000) }),
    response: z.object({ isRemoved: z.literal(true) }),
  },
} as const satisfies Api;
