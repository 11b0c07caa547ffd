/**
 * Routes of the audit log of administrators' actions. Administrators read the whole log, and users
 * read the entries about their own account.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, pageQuery, time } from "./values.ts";

/**
 * Details of an entry. They contain no names or addresses, because entries remain after an account
 * is deleted.
 */
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditEntry = z
  .object({
    seq: z.int(),
    at: time,
    actorId: z.string(),
    /** Null if the account has been deleted. */
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

const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** An administrator's action on the caller's account, without the administrator's identity. */
const ownEntry = z
  .object({
    seq: z.int(),
    at: time,
    /** True if the caller is the administrator who performed the action. */
    isOwn: z.boolean(),
    action: z.string(),
    reason: z.string().nullable(),
    before: facts,
    after: facts,
    nonce: digest.nullable().meta({
      description:
        "secret nonce of the entry's commitment, 32 bytes in hex; null for an entry from before the commitments",
    }),
  })
  .meta({ id: "OwnAuditEntry" });

/** An entry of the hash chain without its content. */
const link = z
  .object({
    seq: z.int(),
    previousHash: digest,
    /** Commitment to the part that the affected user is shown. */
    userHash: digest.nullable(),
    /** Commitment to the administrator and the affected user. */
    restHash: digest.nullable(),
    hash: digest,
  })
  .meta({ id: "AuditLink" });

const day = z.iso.date().meta({ description: "UTC day, inclusive" });

const head = z.object({ seq: z.int(), hash: z.string() });

export const auditApi = {
  listAudit: {
    method: "GET",
    path: "/api/v1/admin/audit",
    auth: "admin",
    readsStandby: true,
    summary: "List administrators' actions, newest first",
    query: pageQuery.extend({
      person: z.string().trim().min(1).max(limits.searchCharacters).optional().meta({
        description:
          "administrator or affected user: an e-mail address, text in name or address, or an id",
      }),
      action: z.string().max(64).optional(),
      text: z
        .string()
        .max(limits.searchCharacters)
        .optional()
        .meta({ description: "text anywhere in action, reason and facts" }),
      from: day.optional(),
      until: day.optional(),
    }),
    response: listOf(auditEntry).extend({
      isPeopleCut: z.boolean().meta({
        description:
          "true if the text matches too many users: only entries of administrators and of the newest users are found",
      }),
    }),
  },
  getAuditHead: {
    method: "GET",
    path: "/api/v1/admin/audit/head",
    auth: "admin",
    summary: "Get the number and hash of the newest entry, to be stored outside this installation",
    response: z.object({ head: head.extend({ at: time }).nullable() }),
  },
  checkAudit: {
    method: "GET",
    path: "/api/v1/admin/audit/check",
    auth: "admin",
    summary:
      "Verify the hash chain of the audit log from its first entry, one section per request; a request with a stored checkpoint also verifies that the log still contains it",
    query: z.strictObject({
      seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      cursor: z.string().max(100).optional(),
    }),
    response: z.object({
      /** Number of entries checked by this request. */
      entries: z.int(),
      /** The last checked entry. Null if no entry was checked. */
      head: head.nullable(),
      /** Number of the newest entry in the log. 0 if the log is empty. */
      newestSeq: z.int(),
      problems: z.array(z.object({ seq: z.int(), text: z.string() })),
      /** Null at the end of the log, and after 20 problems. */
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
    summary: "List administrators' actions on the user's own account, newest first",
    query: pageQuery,
    response: listOf(ownEntry),
  },
  listAuditLinks: {
    method: "GET",
    path: "/api/v1/me/audit/links",
    auth: "user",
    keyScope: "read",
    summary:
      "List the hash chain of the audit log without contents, newest first, to verify own entries",
    query: pageQuery.extend({
      limit: z.coerce.number().int().min(1).max(limits.auditLinks).default(limits.auditLinks),
    }),
    response: listOf(link),
  },
} as const satisfies Api;
