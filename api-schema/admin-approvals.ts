/** What two people look at before money moves: large withdrawals. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, pageQuery, sats, time, txidText } from "./values.ts";
import { withdrawalState } from "./wallet.ts";
import { withdrawalMethod } from "./withdrawal-terms.ts";

const administrator = z.object({
  administratorId: z.string(),
  /** Null when the person was deleted since. */
  email: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Why the caller cannot approve it now; null when nothing is in the way. */
const obstacle = z.enum(["own", "already_approved", "second_factor_required"]).nullable();

const withdrawal = z
  .object({
    id: z.string(),
    userId: z.string(),
    userEmail: z.string().nullable(),
    method: withdrawalMethod,
    isSimulated: z.boolean(),
    /** `simulator` for the simulated methods, which have no address. */
    network: z.string(),
    address: z.string().nullable(),
    amountSats: sats,
    feeSats: sats,
    receivedSats: sats,
    state: withdrawalState,
    txid: txidText.nullable(),
    createdAt: time,
    /** Of network, address, amount and fee as they are now: what an approval is for. */
    approvalHash: hash,
    approvalsRequired: z.int(),
    approvals: z.array(administrator.extend({ at: time })),
    /** When the last approval or the rejection came; null while it waits and when nobody had to look. */
    decidedAt: time.nullable(),
    rejectedReason: z.string().nullable(),
    obstacle,
  })
  .meta({ id: "AdminWithdrawal" });

const withdrawalId = z.strictObject({ withdrawalId: z.string().max(64) });
const approval = z.strictObject({
  approvalHash: hash.meta({ description: "of what was looked at; another one is refused" }),
});
const rejection = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(limits.reasonCharacters.max)
    .meta({ description: "told to the user, and kept in the audit trail for ever" }),
});

export const adminApprovalsApi = {
  listWithdrawalQueue: {
    method: "GET",
    path: "/api/v1/admin/withdrawals",
    auth: "admin",
    summary:
      "Withdrawals that wait for approval, oldest first; those that were reviewed, or all, newest first",
    query: pageQuery.extend({ filter: z.enum(["waiting", "reviewed", "all"]).default("waiting") }),
    response: listOf(withdrawal).extend({
      /** From these amounts on one administrator, and two, have to approve. */
      reviewSats: sats,
      secondPersonSats: sats,
    }),
  },
  approveWithdrawal: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/approve",
    auth: "admin",
    summary:
      "Approve exactly what the hash says; needs a second factor. 409 when it is something else now",
    params: withdrawalId,
    body: approval,
    response: z.object({ isReleased: z.boolean() }),
  },
  rejectWithdrawal: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/reject",
    auth: "admin",
    summary:
      "Reject a withdrawal that waits: the money goes back and the user is told why; needs a second factor",
    params: withdrawalId,
    body: rejection,
    response: z.object({ isRejected: z.literal(true) }),
  },
} as const satisfies Api;
