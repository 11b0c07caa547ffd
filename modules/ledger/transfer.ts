/** Defines the types for posting: transfers, their kinds, and the ten possible results of a leg. */
import type { AccountName } from "./accounts.ts";
import type { TransferCode } from "./codes.ts";

/**
 * - plain: moves money immediately.
 * - pending: moves money from available to held.
 * - post: ends a hold and sends the money to its destination.
 * - void: ends a hold and returns all of its money.
 * - release: returns a part of a hold, before the remainder is posted in the same event.
 */
export type TransferKind = "plain" | "pending" | "post" | "void" | "release";

export interface Transfer {
  /**
   * UUID version 7, created before the first attempt, so that it can serve as the idempotency key.
   */
  readonly id: string;
  readonly debit: AccountName;
  readonly credit: AccountName;
  /** Satoshis or cents, 1 to 2^53 - 1. */
  readonly amount: bigint;
  readonly code: TransferCode;
  readonly kind?: TransferKind | undefined;
  /** The pending transfer that a post or void ends or that a release reduces. */
  readonly pendingId?: string | undefined;
  /** Id of the cause: `wdr_...`, `txid:vout`, `ctr_...`. */
  readonly cause?: string | undefined;
}

/** Transfers that are posted together or not at all. */
export type TransferEvent = readonly Transfer[];

/**
 * Possible results of a leg. Each index is the number that SQL returns (see
 * `migrations/002-post.sql`).
 */
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

/** Kinds of transfer. Each index is the number that SQL stores. */
export const TRANSFER_KINDS = [
  "plain",
  "pending",
  "post",
  "void",
  "release",
] as const satisfies TransferKind[];

/**
 * Thrown if an event is refused. Use cases convert `insufficient` to their own Refusal. Any other
 * result indicates a bug.
 */
export class LedgerRefusal extends Error {
  readonly results: readonly TransferResult[];

  constructor(results: readonly TransferResult[]) {
    super(`the ledger refused: ${results.join(", ")}`);
    this.name = "LedgerRefusal";
    this.results = results;
  }

  /** True if a leg failed for this reason. */
  has(result: TransferResult): boolean {
    return this.results.includes(result);
  }
}
