/** The pool as administrators watch it: who is connected from where, and ending that. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });

const instance = z.object({
  id: z.uuid(),
  host: z.string(),
  port: z.int(),
  startedAt: time,
  heartbeatAt: time,
  connections: z.int(),
  /** When the node told it what to work on. */
  templateAt: time.nullable(),
  templateHeight: z.int().nullable(),
  lastShareAt: time.nullable(),
});

const addressConnections = z.object({
  address: z.string(),
  connections: z.int(),
  /** Mining names that it works for, at most five; `_house` is the house's own rig. */
  names: z.array(z.string()),
  furtherNames: z.int(),
  sharesAMinute: z.int(),
  rejectsAMinute: z.int(),
  /** Of its oldest connection. */
  since: time,
});

/** What nobody can tell now is null: "not monitored", never zero. */
const adminPool = z
  .object({
    at: time,
    /** Where miners connect to the pool of this process; null while it does not run. */
    address: z.object({ host: z.string(), port: z.int(), tlsPort: z.int().nullable() }).nullable(),
    /** Acknowledged shares that are not in the database yet. */
    journalBytes: z.int().nullable(),
    /** All pools of the installation that say that they run. */
    instances: z.array(instance),
    /** Of this process's pool, the busiest first, at most 200. */
    addresses: z.array(addressConnections).nullable(),
    furtherAddresses: z.int().nullable(),
  })
  .meta({ id: "AdminPool" });

export const adminPoolApi = {
  getAdminPool: {
    method: "GET",
    path: "/api/v1/admin/pool",
    auth: "admin",
    summary: "The pool's processes, and who is connected from which address",
    response: adminPool,
  },
  endPoolConnections: {
    method: "POST",
    path: "/api/v1/admin/pool/connections/end",
    auth: "admin",
    summary: "End all connections of one address; it may come again",
    body: z.strictObject({ address: z.union([z.ipv4(), z.ipv6()]), reason }),
    response: z.object({ ended: z.int() }),
  },
} as const satisfies Api;
