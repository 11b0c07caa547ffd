/**
 * What the platform must know of everything it sells. Each product module fills one,
 * `server/open-modules.ts` collects them: what is asked of all products is asked of each, and a
 * module that forgets a part does not compile.
 */
import type { TermKind, TermTexts } from "#economics";
import type { DatabaseTransaction, Queryable, TermsTable } from "#platform";
import type { Liabilities, Obligations } from "./obligations.ts";

export interface ProductContract<Kind extends TermKind = never> {
  /**
   * What a person still has of it, in words; it stands in the way of the account's deletion. Empty:
   * nothing.
   */
  readonly deletionBlockers: (queryable: Queryable, userId: string) => Promise<readonly string[]>;
  /**
   * Erases, in the transaction of the account's deletion, what the module keeps about the person
   * that the books do not need.
   */
  readonly forget: (tx: DatabaseTransaction, person: Leaving) => Promise<void>;
  /**
   * What a person has and had of it: newest first, of what began at the same time the larger id
   * first.
   */
  readonly holdings: (queryable: Queryable, page: HoldingsPage) => Promise<readonly Holding[]>;
  /** What was sold of it and what the platform will still pay for that. */
  readonly liabilities: Liabilities;
  /** What it may cost the platform in the next days. */
  readonly obligations: Obligations;
  /** Where the module keeps what administrators set, by kind. */
  readonly terms: Readonly<Record<Kind, PostedTermsTable>>;
}

export interface Leaving {
  readonly userId: string;
  readonly now: Date;
}

/** What is asked of every product alike. */
export type AnyProduct = Omit<ProductContract, "terms">;

export type PostedTermsTable = TermsTable<TermKind, TypedTerms>;

/** Where the module that has the terms of a kind keeps them. */
export type TermsTables = Readonly<Record<TermKind, PostedTermsTable>>;

export interface TypedTerms {
  readonly texts: TermTexts;
  /** The new value a second time, by field, where it changes by more than a factor of 10. */
  readonly typedAgain: TermTexts;
}

export interface HoldingsPage {
  readonly userId: string;
  /** Only what stands after this place in the order. */
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
  /** Null: it was not bought. */
  readonly paidSats: bigint | null;
  /** Null: nobody knows. */
  readonly earnedSats: bigint | null;
}

/** For a module that keeps nothing about a person but what the books need. */
export function keepBooksOnly(): Promise<void> {
  return Promise.resolve();
}

/** Belongings so many times in words; none when there is none of it. */
export function countInWords(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
}
