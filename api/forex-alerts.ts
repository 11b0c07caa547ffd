/** Routes for a user's alerts on prices and on the user's account at the Forex desk. */
import { z } from "zod";
import { id, instrument } from "./forex-shapes.ts";
import { alertLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { decimal, time } from "./values.ts";

const SIDES = ["BID", "ASK", "MID"] as const;

const terms = {
  repeatSeconds: z
    .int()
    .min(alertLimits.repeatSecondsMin)
    .max(alertLimits.repeatSecondsMax)
    .nullable()
    .optional()
    .meta({ description: "shortest time between two messages; null: the alert fires once" }),
  note: z.string().regex(alertLimits.notePattern).nullable().optional(),
  expiresAt: time.nullable().optional(),
};
const level = (unit: string) =>
  z
    .string()
    .max(40)
    .meta({ description: `decimal text, ${unit}` });
const direction = z.enum(["ABOVE", "BELOW"]).meta({
  description: "the alert fires when the value reaches the level from the other side",
});

const alertRequest = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("PRICE"),
    instrument,
    side: z.enum(SIDES).default("MID"),
    direction,
    level: level("a price"),
    ...terms,
  }),
  z.strictObject({ kind: z.literal("SPREAD"), instrument, level: level("pips"), ...terms }),
  z.strictObject({
    kind: z.literal("DAY_MOVE"),
    instrument,
    level: level("percent since the trading day's open, in either direction"),
    ...terms,
  }),
  z.strictObject({ kind: z.literal("EQUITY"), direction, level: level("US dollars"), ...terms }),
  z.strictObject({ kind: z.literal("MARGIN_LEVEL"), level: level("percent"), ...terms }),
]);

const alert = z
  .object({
    id: z.string(),
    kind: z.enum(["PRICE", "SPREAD", "DAY_MOVE", "EQUITY", "MARGIN_LEVEL"]),
    /** Null for alerts on the account. */
    instrument: z.string().nullable(),
    side: z.enum(SIDES).nullable(),
    direction: z.enum(["ABOVE", "BELOW", "EITHER"]),
    level: decimal,
    /** The condition in words. */
    condition: z.string(),
    repeatSeconds: z.int().nullable(),
    note: z.string().nullable(),
    expiresAt: time.nullable(),
    state: z.enum(["ACTIVE", "FIRED", "EXPIRED"]),
    createdAt: time,
    firedCount: z.int(),
    /** Time of the tick at which the condition last became true. */
    firedAt: time.nullable(),
    /** Time at which it was found. Later than `firedAt` after an outage. */
    foundAt: time.nullable(),
    /** Value at `firedAt`, in the unit of `level`. */
    firedValue: decimal.nullable(),
  })
  .meta({ id: "ForexAlert" });

const params = z.strictObject({ alertId: id });

export const forexAlertsApi = {
  listForexAlerts: {
    method: "GET",
    path: "/api/v1/forex/alerts",
    auth: "user",
    keyScope: "read",
    summary: "List alerts: active ones first, then those that fired or expired",
    response: z.object({ items: z.array(alert), nextCursor: z.null() }),
  },
  createForexAlert: {
    method: "POST",
    path: "/api/v1/forex/alerts",
    auth: "user",
    keyScope: "trade",
    summary: "Create an alert; it fires when its condition becomes true after this request",
    body: alertRequest,
    response: alert,
  },
  changeForexAlert: {
    method: "PUT",
    path: "/api/v1/forex/alerts/{alertId}",
    auth: "user",
    keyScope: "trade",
    summary: "Replace an alert and arm it again, also after it fired or expired",
    params,
    body: alertRequest,
    response: alert,
  },
  deleteForexAlert: {
    method: "DELETE",
    path: "/api/v1/forex/alerts/{alertId}",
    auth: "user",
    keyScope: "trade",
    summary: "Delete an alert",
    params,
    response: z.object({ isDeleted: z.literal(true) }),
  },
} as const satisfies Api;
