/**
 * Routes with which a second administrator reviews large withdrawals and balance corrections before
 * money moves.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { bump, bumpAnswer, bumpOffer, stuckOffer } from "./withdrawal-bump.ts";
import { cents, listOf, pageQuery, sats, time, txidText } from "./values.ts";
import { withdrawalState } from "./wallet-shapes.ts";
import { withdrawalMethod } from "./withdrawal-terms.ts";

const administrator = z.object({
  administratorId: z.string(),
  /** Null if the account has been deleted. */
  email: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Why the caller cannot approve the withdrawal now. Null if the caller can. */
const noAuthority = [
  "second_factor_required",
  "authority_unconfirmed",
  "authority_waiting",
] as const;
// `may_be_paid`: a transaction was already signed, so an administrator can only reject the
// withdrawal.
const obstacle = z.enum(["own", "may_be_paid", "already_approved", ...noAuthority]).nullable();

const withdrawal = z
  .object({
    id: z.string(),
    userId: z.string(),
    userEmail: z.string().nullable(),
    /**
     * Null on installations with a hosted sign-in service, because that service is not queried for
     * this field.
     */
    hasSecondFactor: z.boolean().nullable(),
    /** Number of withdrawals that the user completed before this one. */
    earlierCount: z.int(),
    /**
     * True if the user has never withdrawn to this address. Null for simulated methods, which have
     * no address.
     */
    isNewAddress: z.boolean().nullable(),
    method: withdrawalMethod,
    isSimulated: z.boolean(),
    /** `simulator` for simulated methods, which have no address. */
    network: z.string(),
    address: z.string().nullable(),
    /**
     * True if the user proved ownership of the address with a signed message. Null without an
     * address.
     */
    isAddressVerified: z.boolean().nullable(),
    amountSats: sats,
    feeSats: sats,
    receivedSats: sats,
    state: withdrawalState,
    txid: txidText.nullable(),
    createdAt: time,
    /**
     * Hash of the current network, address, amount and fee. An approval applies to exactly these
     * values.
     */
    approvalHash: hash,
    approvalsRequired: z.int(),
    /**
     * Total of the user's requests by all methods in the 24 hours up to and including this request.
     * This total determines how many approvals are required.
     */
    daySats: sats.nullable(),
    approvals: z.array(administrator.extend({ at: time })),
    /**
     * Time of the last approval or of the rejection. Null while the withdrawal waits, and if no
     * review was required.
     */
    decidedAt: time.nullable(),
    rejectedReason: z.string().nullable(),
    /**
     * Why the payment was stopped. Null if the withdrawal was reviewed only because of its size, or
     * was paid.
     */
    heldBackFor: z.enum(["debt", "disabled", "own_spend"]).nullable(),
    /** True while the withdrawal waits for a decision. */
    isWaiting: z.boolean(),
    obstacle,
  })
  .meta({ id: "AdminWithdrawal" });

/**
 * Amounts of a correction, of which exactly one is set. A positive amount moves from the platform
 * to the user, a negative amount from the user to the platform.
 */
const sums = {
  id: z.string(),
  asset: z.enum(["BTC", "USD"]),
  amountSats: sats.nullable(),
  amountCents: cents.nullable(),
  reason: z.string(),
};

/**
 * `balance` changes the user's balance. `debt` writes off what the user owes and changes no
 * balance.
 */
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
    /**
     * Why the caller cannot approve the proposal. The administrator who proposed it can still
     * withdraw it.
     */
    obstacle: z.enum(["own_account", "own_proposal", ...noAuthority]).nullable(),
  })
  .meta({ id: "Adjustment" });

const adjustmentId = z.strictObject({ adjustmentId: z.string().max(64) });
const withdrawalId = z.strictObject({ withdrawalId: z.string().max(64) });
const approval = z.strictObject({
  approvalHash: hash.meta({
    description: "hash of the reviewed version; any other version is refused",
  }),
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
    /** True if the watcher has read the whole chain since the restore. */
    isCompared: z.boolean(),
    openCount: z.int(),
    /**
     * Number of open withdrawals that no known transaction pays. These withdrawals are paid as soon
     * as payments resume.
     */
    unpaidCount: z.int(),
    /** At most 200 open withdrawals, oldest first. */
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
        /**
         * Transaction that pays the withdrawal. Null if neither the ledger nor the chain contains a
         * payment.
         */
        txid: txidText.nullable(),
        confirmations: z.int(),
        /**
         * When the watcher found a payment on the chain that was missing in the ledger. Null if no
         * such payment was found.
         */
        foundAt: time.nullable(),
      }),
    ),
    /** Payments from the platform's coins that no withdrawal in the ledger explains. */
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
      "List withdrawals waiting for approval, oldest first; reviewed or all withdrawals, newest first",
    query: pageQuery.extend({ filter: z.enum(["waiting", "reviewed", "all"]).default("waiting") }),
    response: listOf(withdrawal).extend({
      /** Total within 24 hours from which one administrator must approve. */
      reviewSats: sats,
      /** Total within 24 hours from which two administrators must approve. */
      secondPersonSats: sats,
    }),
  },
  approveWithdrawal: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/approve",
    auth: "admin",
    summary:
      "Approve exactly the withdrawal that the hash identifies; needs a second factor. 409 if it has changed",
    params: withdrawalId,
    body: approval,
    response: z.object({ isReleased: z.boolean() }),
  },
  rejectWithdrawal: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/reject",
    auth: "admin",
    summary:
      "Reject a waiting withdrawal; the money is returned and the user receives the reason. Needs a second factor",
    params: withdrawalId,
    body: rejection,
    response: z.object({ isRejected: z.literal(true) }),
  },
  getHouseBumpOffer: {
    method: "GET",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/bump",
    auth: "admin",
    summary: "Get the platform's cost of a higher fee for an unconfirmed withdrawal",
    params: withdrawalId,
    response: bumpOffer,
  },
  bumpWithdrawalForHouse: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/bump",
    auth: "admin",
    summary:
      "Replace the transaction by one with a higher fee (BIP125), which the platform pays; needs a second factor",
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
      "Get the options for an unconfirmed withdrawal or faucet grant, and their cost for the platform",
    params: withdrawalId,
    response: stuckOffer,
  },
  bringInByChild: {
    method: "POST",
    path: "/api/v1/admin/withdrawals/{withdrawalId}/child",
    auth: "admin",
    summary:
      "Speed up the payment by spending its change (child pays for parent), paid by the platform; needs a second factor",
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
      "Abandon the payment by sending its coins back to the platform (BIP125); after six blocks the user gets the money back. Needs a second factor",
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
      "Get the on-chain state of each open withdrawal while payments are paused after a restore; null at other times",
    response: z.object({ recovery: recovery.nullable() }),
  },
  resumePayments: {
    method: "POST",
    path: "/api/v1/admin/recovery/resume",
    auth: "admin",
    summary:
      "Resume payments after a restore; posts payments that no withdrawal explains. Needs a second factor",
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
    summary: "List balance corrections, waiting or decided, newest first",
    query: pageQuery.extend({ filter: z.enum(["waiting", "decided"]).default("waiting") }),
    response: listOf(adjustment),
  },
  proposeAdjustment: {
    method: "POST",
    path: "/api/v1/admin/adjustments",
    auth: "admin",
    summary:
      "Propose a balance correction or a debt write-off; moves no money, expires after 7 days, needs a second factor",
    movesMoney: true,
    body: z.strictObject({
      userId: z.string().max(64),
      kind: adjustmentKind.optional().meta({ description: "defaults to balance" }),
      amountSats: sats.optional().meta({
        description: "set one of the two amounts; negative amounts are taken from the user",
      }),
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
      "Approve exactly the correction that the hash identifies, as a second administrator; the money moves once",
    params: adjustmentId,
    body: approval,
    response: z.object({ isApproved: z.literal(true) }),
  },
  rejectAdjustment: {
    method: "POST",
    path: "/api/v1/admin/adjustments/{adjustmentId}/reject",
    auth: "admin",
    summary: "Reject a waiting correction, or withdraw your own proposal",
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
    summary: "List corrections of your own balances with their reasons, newest first",
    query: pageQuery,
    response: listOf(z.object({ ...sums, at: time })),
  },
} as const satisfies Api;
