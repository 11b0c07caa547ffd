/**
 * Administrators' view of the pool: the connected miners and their addresses, and an action that
 * closes their connections.
 */
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
  /** When the pool received its block template from the node. */
  templateAt: time.nullable(),
  templateHeight: z.int().nullable(),
  lastShareAt: time.nullable(),
});

const addressConnections = z.object({
  address: z.string(),
  connections: z.int(),
  /** Mining names of these connections, at most five. `_house` is the platform's own rig. */
  names: z.array(z.string()),
  furtherNames: z.int(),
  sharesAMinute: z.int(),
  rejectsAMinute: z.int(),
  /** Start of the oldest connection. */
  since: time,
});

/** The pool's status. Values that cannot be measured now are null ("not monitored"), never zero. */
const adminPool = z
  .object({
    at: time,
    /** Host and ports of this process's pool for miners. Null while the pool is not running. */
    address: z.object({ host: z.string(), port: z.int(), tlsPort: z.int().nullable() }).nullable(),
    /** Size of the journal, which contains the accepted shares that are not yet in the database. */
    journalBytes: z.int().nullable(),
    /** All pool processes of the installation that report themselves as running. */
    instances: z.array(instance),
    /** At most 200 IP addresses connected to this process's pool, ordered by shares, most first. */
    addresses: z.array(addressConnections).nullable(),
    furtherAddresses: z.int().nullable(),
  })
  .meta({ id: "AdminPool" });

export const adminPoolApi = {
  getAdminPool: {
    method: "GET",
    path: "/api/v1/admin/pool",
    auth: "admin",
    summary: "Get the pool's processes, and the connections of each address",
    response: adminPool,
  },
  endPoolConnections: {
    method: "POST",
    path: "/api/v1/admin/pool/connections/end",
    auth: "admin",
    summary: "Close all connections of one address; it may connect again",
    body: z.strictObject({ address: z.union([z.ipv4(), z.ipv6()]), reason }),
    response: z.object({ ended: z.int() }),
  },
} as const satisfies Api;
