/**
 * A person's own machines as the pool sees them: each name of a worker with what its accepted
 * shares measure.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, time } from "./values.ts";

/** Measured by accepted shares; null: there were none in that time. */
const measured = z
  .object({
    hashRateThs: decimal,
    shares: z.int(),
    /** One standard deviation of the rate, in percent of it: 100 / sqrt(shares). */
    errorPercent: decimal,
  })
  .nullable();

const rates = z.object({ fiveMinutes: measured, hour: measured, day: measured });

const rejects = z.object({
  stale: z.int(),
  duplicate: z.int(),
  lowDifficulty: z.int(),
  invalid: z.int(),
});

export const worker = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Offline: no accepted share for five minutes. */
    state: z.enum(["working", "offline"]),
    firstShareAt: time,
    lastShareAt: time,
    /** Since ever. */
    shares: z.int(),
    /** Sum of the difficulties of its accepted shares, since ever. */
    work: decimal,
    rejects,
    bestShareDifficulty: decimal,
    rates,
    /** Whether the mailbox is told when it falls silent and when it is back. */
    isAlertOn: z.boolean(),
  })
  .meta({ id: "MiningWorker" });

const params = z.strictObject({ workerId: z.uuid() });

export const miningWorkersApi = {
  listWorkers: {
    method: "GET",
    path: "/api/v1/mining/workers",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "The user's own machines, those that worked last first",
    response: listOf(worker).extend({ at: time, all: rates }),
  },
  getWorker: {
    method: "GET",
    path: "/api/v1/mining/workers/{workerId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "One machine: its rate and difficulty over time, and its rejected shares",
    params,
    query: z.strictObject({ range: z.enum(["day", "week", "quarter"]).default("day") }),
    response: z.object({
      at: time,
      worker,
      /** Oldest first; ten minutes each for a day, an hour for a week, a day for a quarter. */
      course: z.array(
        z.object({
          at: time,
          seconds: z.int(),
          /** Null: no share in that time. */
          hashRateThs: decimal.nullable(),
          /** Mean of its shares' difficulty. */
          difficulty: decimal.nullable(),
          shares: z.int(),
          rejected: z.int(),
        }),
      ),
      /** Ten minutes with rejected shares, newest first, at most 20. */
      lastRejects: z.array(rejects.extend({ at: time })),
      kept: z.object({ shareDays: z.int(), slotDays: z.int() }),
    }),
  },
  changeWorker: {
    method: "PATCH",
    path: "/api/v1/mining/workers/{workerId}",
    auth: "user",
    summary: "Switch its message on or off, or take it off the list until its next share",
    params,
    body: z.strictObject({
      isAlertOn: z.boolean().optional(),
      isForgotten: z.literal(true).optional(),
    }),
    response: worker,
  },
  exportWorkerShares: {
    method: "GET",
    path: "/api/v1/mining/workers/{workerId}/shares.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Accepted shares of the last seven days as CSV, newest first",
    params,
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
