/**
 * Defines the contract of every product module. `server/open-modules.ts` collects the modules. A
 * module that lacks a part of the contract is a compile error.
 */
import type { TermKind, TermTexts } from "#economics";
import type { DatabaseTransaction, Queryable, TermsTable } from "#platform";
import type { Liabilities, Obligations } from "./obligations.ts";

export interface ProductContract<Kind extends TermKind = never> {
  /** Returns texts about the user's holdings that prevent deletion of the account. */
  readonly deletionBlockers: (queryable: Queryable, userId: string) => Promise<readonly string[]>;
  /**
   * Deletes the user's data that the ledger does not need. Runs in the transaction that deletes the
   * account.
   */
  readonly forget: (tx: DatabaseTransaction, person: Leaving) => Promise<void>;
  /**
   * Returns the user's current and past holdings, newest first. If two holdings started at the same
   * time, the larger id comes first.
   */
  readonly holdings: (queryable: Queryable, page: HoldingsPage) => Promise<readonly Holding[]>;
  /** Returns all sold products, and the amount that the platform still has to pay for them. */
  readonly liabilities: Liabilities;
  /** Returns the maximum that the product may cost the platform within a time. */
  readonly obligations: Obligations;
  /** Tables of the terms that administrators set, by kind. */
  readonly terms: Readonly<Record<Kind, PostedTermsTable>>;
}

export interface Leaving {
  readonly userId: string;
  readonly now: Date;
}

/** The parts that all products share. */
export type AnyProduct = Omit<ProductContract, "terms">;

export type PostedTermsTable = TermsTable<TermKind, TypedTerms>;

/** The terms table of each kind, from the module that owns it. */
export type TermsTables = Readonly<Record<TermKind, PostedTermsTable>>;

export interface TypedTerms {
  readonly texts: TermTexts;
  /**
   * The new values typed a second time, by field. Required for a change by more than a factor of
   * 10.
   */
  readonly typedAgain: TermTexts;
}

export interface HoldingsPage {
  readonly userId: string;
  /** If set, only holdings after this position are returned. */
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
  /** Price paid. Null if the holding was not bought. */
  readonly paidSats: bigint | null;
  /** Earnings so far. Null if unknown. */
  readonly earnedSats: bigint | null;
}

/**
 * The `forget` function of a module that keeps no data about a user except what the ledger needs.
 */
export function keepBooksOnly(): Promise<void> {
  return Promise.resolve();
}

/** Returns a deletion blocker as text, such as "2 rigs". Returns an empty list for a count of 0. */
export function countInWords(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
