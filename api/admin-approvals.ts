/** What two people look at before money moves: large withdrawals, and corrections of a balance. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { bump, bumpAnswer, bumpOffer, stuckOffer } from "./withdrawal-bump.ts";
import { cents, listOf, pageQuery, sats, time, txidText } from "./values.ts";
import { withdrawalState } from "./wallet-shapes.ts";
import { withdrawalMethod } from "./withdrawal-terms.ts";

const administrator = z.object({
  administratorId: z.string(),
  /** Null when the person was deleted since. */
  email: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Why the caller cannot approve it now; null when nothing is in the way. */
const noAuthority = [
  "second_factor_required",
  "authority_unconfirmed",
  "authority_waiting",
] as const;
// `may_be_paid`: it was signed once, so that it can only be rejected.
const obstacle = z.enum(["own", "may_be_paid", "already_approved", ...noAuthority]).nullable();

const withdrawal = z
  .object({
    id: z.string(),
    userId: z.string(),
    userEmail: z.string().nullable(),
    /** Null: a hosted sign-in service knows, and was not asked. */
    hasSecondFactor: z.boolean().nullable(),
    /** Completed withdrawals of its user before this one. */
    earlierCount: z.int(),
    /** None of those went to this address; null for a simulated one, which has none. */
    isNewAddress: z.boolean().nullable(),
    method: withdrawalMethod,
    isSimulated: z.boolean(),
    /** `simulator` for the simulated methods, which have no address. */
    network: z.string(),
    address: z.string().nullable(),
    /** Its owner proved it to be theirs by a signed message; null without an address. */
    isAddressVerified: z.boolean().nullable(),
    amountSats: sats,
    feeSats: sats,
    receivedSats: sats,
    state: withdrawalState,
    txid: txidText.nullable(),
    createdAt: time,
    /** Of network, address, amount and fee as they are now: what an approval is for. */
    approvalHash: hash,
    approvalsRequired: z.int(),
    /**
     * What its owner asked for in the 24 hours to the request, by any method, this one included:
     * what decided how many.
     */
    daySats: sats.nullable(),
    approvals: z.array(administrator.extend({ at: time })),
    /**
     * When the last approval or the rejection came; null while it waits and when nobody had to
     * look.
     */
    decidedAt: time.nullable(),
    rejectedReason: z.string().nullable(),
    /** Why it was stopped on its way; null for those that were large, or went through. */
    heldBackFor: z.enum(["debt", "disabled", "own_spend"]).nullable(),
    /** For a decision. */
    isWaiting: z.boolean(),
    obstacle,
  })
  .meta({ id: "AdminWithdrawal" });

/** Exactly one of both amounts is not null. Above 0 from the house to the user, below 0 back. */
const sums = {
  id: z.string(),
  asset: z.enum(["BTC", "USD"]),
  amountSats: sats.nullable(),
  amountCents: cents.nullable(),
  reason: z.string(),
};

/** `debt`: what the user owes is written off; no balance of theirs moves. */
const adjustmentKind = z.enum(["balance", "debt"]);

const adjustment = z
  .object({
    ...sums,
    kind: adjustmentKind,
    userId: z.string(),
    userEmail: z.string().nullable(),
    proposedById: z.string(),
    proposedByEmail: z.string().nullable(),
    proposedAt: time,
    expiresAt: time,
    state: z.enum(["proposed", "approved", "rejected", "expired"]),
    decidedById: z.string().nullable(),
    decidedByEmail: z.string().nullable(),
    decidedAt: time.nullable(),
    rejectedReason: z.string().nullable(),
    approvalHash: hash,
    /** Why the caller cannot approve it; who proposed it can still take it back. */
    obstacle: z.enum(["own_account", "own_proposal", ...noAuthority]).nullable(),
  })
  .meta({ id: "Adjustment" });

const adjustmentId = z.strictObject({ adjustmentId: z.string().max(64) });
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
    .meta({ description: "sent to the user, and stored permanently in the audit log" }),
});

const recovery = z
  .object({
    lockedReason: z.string(),
    lockedAt: time,
    /** The chain was read to its end since. */
    isCompared: z.boolean(),
    openCount: z.int(),
    /** Of all that are open: paid as soon as payments go on, for nothing known pays them yet. */
    unpaidCount: z.int(),
    /** The oldest 200. */
    open: z.array(
      z.object({
        id: z.string(),
        purpose: z.enum(["user", "faucet"]),
        userId: z.string(),
        userEmail: z.string().nullable(),
        address: z.string(),
        receivedSats: sats,
        state: withdrawalState,
        requestedAt: time,
        /** What pays it; null: nothing that these books or the chain know of. */
        txid: txidText.nullable(),
        confirmations: z.int(),
        /** When the chain showed it as paid and these books did not. */
        foundAt: time.nullable(),
      }),
    ),
    /** Payments with coins of the house that no withdrawal of these books explains. */
    unrecorded: z.array(
      z.object({
        txid: txidText,
        unexplainedSats: sats,
        addresses: z.array(z.string()),
        confirmations: z.int(),
      }),
    ),
  })
  .meta({ id: "Recovery" });

export const adminApprovalsApi = {
  listWithdrawalQueue: {
    method: "GET",
    path: "/api/v1/admin/withdrawals",
    auth: "admin",
    summary:
      "Withdrawals that wait for approval, oldest first; those that were reviewed, or all, newest first",
    query: pageQuery.extend({ filter: z.enum(["waiting", "reviewed", "all"]).default("waiting") }),
    response: listOf(withdrawal).extend({
      /** From these sums of 24 hours on one administrator, and two, have to approve. */
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
  getHouseBumpOffer: {
    method: "GET",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/bump",
    auth: "admin",
    summary: "What a higher fee would cost the house for a withdrawal that no block holds",
    params: withdrawalId,
    response: bumpOffer,
  },
  bumpWithdrawalForHouse: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/bump",
    auth: "admin",
    summary:
      "Replace its transaction by one with a higher fee (BIP125), which the house pays; needs a second factor",
    movesMoney: true,
    params: withdrawalId,
    body: bump,
    response: bumpAnswer,
  },
  getStuckOffer: {
    method: "GET",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/stuck",
    auth: "admin",
    summary:
      "What the house can do about a withdrawal or a grant of the faucet that no block holds, and at what cost",
    params: withdrawalId,
    response: stuckOffer,
  },
  bringInByChild: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/child",
    auth: "admin",
    summary:
      "Spend its change so that miners take both (child pays for parent), which the house pays; needs a second factor",
    movesMoney: true,
    params: withdrawalId,
    body: bump,
    response: bumpAnswer,
  },
  giveUpPayment: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/give-up",
    auth: "admin",
    summary:
      "Spend its coins to the house (BIP125): after six blocks its money is its owner's again; needs a second factor",
    movesMoney: true,
    params: withdrawalId,
    body: bump,
    response: bumpAnswer,
  },
  getRecovery: {
    method: "GET",
    path: "/api/v1/admin/recovery",
    auth: "admin",
    summary:
      "While payments wait after a restore: what the chain says of each open withdrawal; else null",
    response: z.object({ recovery: recovery.nullable() }),
  },
  resumePayments: {
    method: "POST",
    path: "/api/v1/admin/recovery/resume",
    auth: "admin",
    summary:
      "Let payments go on after a restore; books what no withdrawal explains. Needs a second factor",
    movesMoney: true,
    body: z.strictObject({
      reason: z
        .string()
        .trim()
        .min(limits.reasonCharacters.min)
        .max(limits.reasonCharacters.max)
        .meta({ description: "stored permanently in the audit log" }),
    }),
    response: z.object({ lostSats: sats }),
  },
  listAdjustments: {
    method: "GET",
    path: "/api/v1/admin/adjustments",
    auth: "admin",
    summary: "Corrections of balances, newest first: those that wait, or those that are over",
    query: pageQuery.extend({ filter: z.enum(["waiting", "decided"]).default("waiting") }),
    response: listOf(adjustment),
  },
  proposeAdjustment: {
    method: "POST",
    path: "/api/v1/admin/adjustments",
    auth: "admin",
    summary:
      "Propose to correct a balance or to write a debt off; moves nothing, lapses after 7 days, needs a second factor",
    movesMoney: true,
    body: z.strictObject({
      userId: z.string().max(64),
      kind: adjustmentKind.optional().meta({ description: "balance unless told" }),
      amountSats: sats
        .optional()
        .meta({ description: "one of both amounts; below 0 from the user" }),
      amountCents: cents.optional(),
      reason: z
        .string()
        .trim()
        .min(limits.reasonCharacters.min)
        .max(limits.reasonCharacters.max)
        .meta({ description: "sent to the user, and stored permanently in the audit log" }),
    }),
    response: z.object({ id: z.string(), approvalHash: hash }),
  },
  approveAdjustment: {
    method: "POST",
    path: "/api/v1/admin/adjustments/{adjustmentId}/approve",
    auth: "admin",
    summary:
      "Approve exactly what the hash says, as another administrator than who proposed it: the money moves, once",
    params: adjustmentId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  rejectAdjustment: {
    method: "POST",
    path: "/api/v1/admin/adjustments/{adjustmentId}/reject",
    auth: "admin",
    summary: "Reject a correction that waits, or take one's own proposal back",
    params: adjustmentId,
    body: rejection,
    response: z.object({ isRejected: z.literal(true) }),
  },
  listOwnAdjustments: {
    method: "GET",
    path: "/api/v1/me/adjustments",
    auth: "user",
    keyScope: "read",
    readsStandby: true,
    summary: "Corrections of the caller's own balances, with the reason, newest first",
    query: pageQuery,
    response: listOf(z.object({ ...sums, at: time })),
  },
} as const satisfies Api;
