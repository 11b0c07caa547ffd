/**
 * The contract of every product module, collected by `server/open-modules.ts`. A module that lacks
 * a part does not compile.
 */
import type { TermKind, TermTexts } from "#economics";
import type { DatabaseTransaction, Queryable, TermsTable } from "#platform";
import type { Liabilities, Obligations } from "./obligations.ts";

export interface ProductContract<Kind extends TermKind = never> {
  /** Holdings of the user that prevent the deletion of the account, as texts. */
  readonly deletionBlockers: (queryable: Queryable, userId: string) => Promise<readonly string[]>;
  /**
   * Erases the user's data that the ledger does not need. Runs in the transaction of the account's
   * deletion.
   */
  readonly forget: (tx: DatabaseTransaction, person: Leaving) => Promise<void>;
  /**
   * The user's current and past holdings, newest first. If two started at the same time, the larger
   * id comes first.
   */
  readonly holdings: (queryable: Queryable, page: HoldingsPage) => Promise<readonly Holding[]>;
  /** Everything sold, and the amount that the platform still has to pay for it. */
  readonly liabilities: Liabilities;
  /** The most that it may cost the platform within a time. */
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

/** The table of each kind of terms, from the module that owns it. */
export type TermsTables = Readonly<Record<TermKind, PostedTermsTable>>;

export interface TypedTerms {
  readonly texts: TermTexts;
  /**
   * The new value typed a second time, by field. Required if it changes by more than a factor of
   * 10.
   */
  readonly typedAgain: TermTexts;
}

export interface HoldingsPage {
  readonly userId: string;
  /** Return only holdings that come after this position. */
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
  /** Null if it was not bought. */
  readonly paidSats: bigint | null;
  /** Null if unknown. */
  readonly earnedSats: bigint | null;
}

/** For a module that keeps no data about a user except what the ledger needs. */
export function keepBooksOnly(): Promise<void> {
  return Promise.resolve();
}

/** A deletion blocker as text, such as "2 rigs". Empty for a count of 0. */
export function countInWords(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
