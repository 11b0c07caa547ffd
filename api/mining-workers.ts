/**
 * Routes for the user's own mining hardware as the pool sees it: each worker with the hash rate
 * measured from its accepted shares.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { decimal, listOf, time } from "./values.ts";

/** Hash rate measured from accepted shares. Null if no share was accepted in the measured time. */
const measured = z
  .object({
    hashRateThs: decimal,
    shares: z.int(),
    /** Standard error as a percentage of the hash rate: 100 / sqrt(shares). */
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
    /** `offline`: the worker has had no accepted share for five minutes. */
    state: z.enum(["working", "offline"]),
    firstShareAt: time,
    lastShareAt: time,
    /** Number of accepted shares since the worker's first share. */
    shares: z.int(),
    /** Sum of the difficulties of the worker's accepted shares. */
    work: decimal,
    rejects,
    bestShareDifficulty: decimal,
    rates,
    /** True if the owner is notified when the worker goes offline and when it is back online. */
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
    summary: "List the user's workers, most recent share first",
    response: listOf(worker).extend({ at: time, all: rates }),
  },
  getWorker: {
    method: "GET",
    path: "/api/v1/mining/workers/{workerId}",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Get a worker's hash rate and difficulty over time, and its rejected shares",
    params,
    query: z.strictObject({ range: z.enum(["day", "week", "quarter"]).default("day") }),
    response: z.object({
      at: time,
      worker,
      /**
       * Hash rate over time, oldest first. A point covers ten minutes (for a day), an hour (for a
       * week) or a day (for a quarter).
       */
      course: z.array(
        z.object({
          at: time,
          seconds: z.int(),
          /** Null if no share was accepted in the time that the point covers. */
          hashRateThs: decimal.nullable(),
          /** Mean difficulty of the accepted shares in the time that the point covers. */
          difficulty: decimal.nullable(),
          shares: z.int(),
          rejected: z.int(),
        }),
      ),
      /** Ten-minute periods with rejected shares, newest first, at most 20. */
      lastRejects: z.array(rejects.extend({ at: time })),
      kept: z.object({ shareDays: z.int(), slotDays: z.int() }),
    }),
  },
  changeWorker: {
    method: "PATCH",
    path: "/api/v1/mining/workers/{workerId}",
    auth: "user",
    summary: "Switch a worker's messages on or off, or hide it until its next share",
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
    summary: "Export accepted shares of the last seven days as CSV, newest first",
    params,
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
