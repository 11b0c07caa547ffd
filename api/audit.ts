/**
 * The audit log: what administrators did, for administrators whole, for everybody what concerns
 * their own account.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, pageQuery, time } from "./values.ts";

/** Plain facts; no names or addresses, because entries outlive people. */
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditEntry = z
  .object({
    seq: z.int(),
    at: time,
    actorId: z.string(),
    /** Null when the person was deleted since. */
    actorEmail: z.string().nullable(),
    action: z.string(),
    targetId: z.string().nullable(),
    targetEmail: z.string().nullable(),
    reason: z.string().nullable(),
    before: facts,
    after: facts,
    hash: z.string(),
  })
  .meta({ id: "AuditEntry" });

/** What an administrator did to the caller's account; who it was is not told. */
const ownEntry = z
  .object({
    seq: z.int(),
    at: time,
    /** The caller did it themselves, as administrator. */
    isOwn: z.boolean(),
    action: z.string(),
    reason: z.string().nullable(),
    before: facts,
    after: facts,
  })
  .meta({ id: "OwnAuditEntry" });

const day = z.iso.date().meta({ description: "UTC day, included" });

const head = z.object({ seq: z.int(), hash: z.string() });

export const auditApi = {
  listAudit: {
    method: "GET",
    path: "/api/v1/admin/audit",
    auth: "admin",
    readsStandby: true,
    summary: "What administrators did, newest first",
    query: pageQuery.extend({
      person: z.string().trim().min(1).max(limits.searchCharacters).optional().meta({
        description: "a whole address, text in name or address, or an id: who did it or to whom",
      }),
      action: z.string().max(64).optional(),
      text: z
        .string()
        .max(limits.searchCharacters)
        .optional()
        .meta({ description: "anywhere in action, reason and facts" }),
      from: day.optional(),
      until: day.optional(),
    }),
    response: listOf(auditEntry).extend({
      isPeopleCut: z.boolean().meta({
        description:
          "more people fit the text than are looked for: entries of administrators and the newest are found, of others not",
      }),
    }),
  },
  getAuditHead: {
    method: "GET",
    path: "/api/v1/admin/audit/head",
    auth: "admin",
    summary: "Number and hash of the newest entry, to be kept outside this installation",
    response: z.object({ head: head.extend({ at: time }).nullable() }),
  },
  checkAudit: {
    method: "GET",
    path: "/api/v1/admin/audit/check",
    auth: "admin",
    summary:
      "Recompute the hash chain of the audit log from its first entry, a stretch at a time; with a head that was kept, sent with every stretch, also whether it is still in it",
    query: z.strictObject({
      seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      /** Of this stretch. */
      entries: z.int(),
      /** The last entry that was looked at; null while there is none. */
      head: head.nullable(),
      /** Where the trail ends now; 0 while there is no entry. */
      newestSeq: z.int(),
      problems: z.array(z.object({ seq: z.int(), text: z.string() })),
      /** Null at the end, and after 20 problems. */
      nextCursor: z.string().nullable(),
    }),
  },
} as const satisfies Api;

export const ownAuditApi = {
  listOwnAudit: {
    method: "GET",
    path: "/api/v1/me/audit",
    auth: "user",
    keyScope: "read",
    summary: "What administrators did to the user's own account, newest first",
    query: pageQuery,
    response: listOf(ownEntry),
  },
} as const satisfies Api;
