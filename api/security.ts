/** Administrators' route for the security events of the last day. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const kind = z
  .enum([
    "wrong_secret",
    "wrong_enrolment",
    "token_refused",
    "refused",
    "limit_hit",
    "new_place",
    "administrator_look",
    "administrator_change",
  ])
  .meta({ id: "SecurityEventKind" });

export const securityApi = {
  getSecurity: {
    method: "GET",
    path: "/api/v1/admin/security",
    auth: "admin",
    readsStandby: true,
    summary: "Get security events of the last day by kind and by network",
    response: z.object({
      at: time,
      since: time,
      keptDays: z.int(),
      /** Kinds of events, the most frequent first. Kinds without events are omitted. */
      kinds: z.array(
        z.object({
          kind,
          count: z.int(),
          /** Error code of the refusal, or name of the route. */
          what: z.array(z.object({ what: z.string(), count: z.int() })),
        }),
      ),
      networks: z.array(
        z.object({
          /**
           * An IPv4 address or IPv6 /64. Null for the total of all networks without a row of their
           * own.
           */
          network: z.string().nullable(),
          count: z.int(),
          lastAt: time,
          kinds: z.array(z.object({ kind, count: z.int() })),
        }),
      ),
      furtherNetworks: z.int(),
    }),
  },
} as const satisfies Api;
