/**
 * Defines the contract that every product module implements. `server/open-modules.ts` collects the
 * modules. A module that does not implement a part does not compile.
 */
import type { TermKind, TermTexts } from "#economics";
import type { DatabaseTransaction, Queryable, TermsTable } from "#platform";
import type { Liabilities, Obligations, OwedTo } from "./obligations.ts";

export interface ProductContract<Kind extends TermKind = never> {
  /** Returns the deletion blockers: texts about holdings that prevent the account's deletion. */
  readonly deletionBlockers: (queryable: Queryable, userId: string) => Promise<readonly string[]>;
  /**
   * Deletes the user's data that the ledger does not need, in the transaction that deletes the
   * account.
   */
  readonly forget: (tx: DatabaseTransaction, person: Leaving) => Promise<void>;
  /**
   * Returns the user's current and past holdings, newest first. Holdings that started at the same
   * time are sorted by id, descending.
   */
  readonly holdings: (queryable: Queryable, page: HoldingsPage) => Promise<readonly Holding[]>;
  /**
   * Returns the product's liabilities: sold holdings, and the amount that the platform still owes
   * for them.
   */
  readonly liabilities: Liabilities;
  /** Returns the maximum that the product may cost the platform within a given time. */
  readonly obligations: Obligations;
  /** Returns the amounts that the product owes to users now, for the proof of liabilities. */
  readonly owedTo: OwedTo;
  /** Tables of the terms that administrators set, keyed by kind. */
  readonly terms: Readonly<Record<Kind, PostedTermsTable>>;
}

export interface Leaving {
  readonly userId: string;
  readonly now: Date;
}

/** The contract without the terms, whose kinds differ per product. */
export type AnyProduct = Omit<ProductContract, "terms">;

export type PostedTermsTable = TermsTable<TermKind, TypedTerms>;

/** The terms table of each kind, as provided by the module that owns it. */
export type TermsTables = Readonly<Record<TermKind, PostedTermsTable>>;

export interface TypedTerms {
  readonly texts: TermTexts;
  /**
   * New values typed a second time, keyed by field. Required for each value that changes by more
   * than a factor of 10.
   */
  readonly typedAgain: TermTexts;
}

export interface HoldingsPage {
  readonly userId: string;
  /** If set, only holdings older than this position are returned. */
  readonly before: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
  readonly now: Date;
}

export interface Holding {
  readonly id: string;
  readonly kind: "contract" | "boost" | "staking" | "investment" | "rig" | "trade";
  readonly name: string;
  readonly isOpen: boolean;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
  /** Price paid; null if the holding was not bought. */
  readonly paidSats: bigint | null;
  /** Earnings so far; null if unknown. */
  readonly earnedSats: bigint | null;
}

/** `forget` function for modules whose user data is all needed by the ledger. */
export function keepBooksOnly(): Promise<void> {
  return Promise.resolve();
}

/** Returns a deletion blocker such as "2 rigs", or an empty list if `count` is 0. */
export function countInWords(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
