/** The words of posting: a transfer, its kinds, and the ten answers a leg can get. */
import type { AccountName } from "./accounts.ts";
import type { TransferCode } from "./codes.ts";

/**
 * plain: at once. pending: from available to held. post: the hold ends, the money goes to its goal.
 * void: the hold ends, all of it goes back. release: part of the hold goes back, earlier in the
 * same event as the post of the rest.
 */
export type TransferKind = "plain" | "pending" | "post" | "void" | "release";

export interface Transfer {
  /** uuid version 7, made before sending: the idempotency key. */
  readonly id: string;
  /** The account that loses. */
  readonly debit: AccountName;
  /** The account that gains. */
  readonly credit: AccountName;
  /** Satoshis or cents, 1 to 2^53 - 1. */
  readonly amount: bigint;
  readonly code: TransferCode;
  readonly kind?: TransferKind | undefined;
  /** The pending transfer that a post, void or release is about. */
  readonly pendingId?: string | undefined;
  /** What it was for: `wdr_...`, `txid:vout`, `ctr_...`. */
  readonly cause?: string | undefined;
}

/** Legs that stand or fall together. */
export type TransferEvent = readonly Transfer[];

/** In the order of the numbers that SQL answers, see `migrations/002-post.sql`. */
export const TRANSFER_RESULTS = [
  "ok",
  "exists",
  "id_reused",
  "no_account",
  "asset_differs",
  "account_closed",
  "same_account",
  "insufficient",
  "hold_not_open",
  "other_leg_failed",
] as const;

export type TransferResult = (typeof TRANSFER_RESULTS)[number];

/** In the order of the numbers that SQL stores. */
export const TRANSFER_KINDS = [
  "plain",
  "pending",
  "post",
  "void",
  "release",
] as const satisfies TransferKind[];

/**
 * An event was refused. Use cases turn `insufficient` into their own Refusal; anything else is a
 * bug.
 */
export class LedgerRefusal extends Error {
  readonly results: readonly TransferResult[];

  constructor(results: readonly TransferResult[]) {
    super(`the ledger refused: ${results.join(", ")}`);
    this.name = "LedgerRefusal";
    this.results = results;
  }

  /** Whether some leg failed for this reason. */
  has(result: TransferResult): boolean {
    return this.results.includes(result);
  }
}
