/**
 * What the causes of entries are, told by the modules that know them: the ledger itself knows only
 * their ids. A module tells about what is the caller's own and about nothing else.
 */
import type { Queryable } from "#platform";

/** Null where a thing has no such property. */
export interface About {
  /** Of the plan, product or machine. */
  readonly name: string | null;
  readonly quantity: number | null;
  /** Decimal text. */
  readonly hashRateThs: string | null;
  /** How long it runs, from its beginning to its end. */
  readonly hours: number | null;
  /** Where coins went. */
  readonly address: string | null;
  /** Of a withdrawal, with its confirmations. */
  readonly state: string | null;
  readonly confirmations: number | null;
  /** The height of its block. */
  readonly block: number | null;
}

export interface CauseSource {
  /** Which causes it may know. */
  readonly causes: RegExp;
  /** By cause; those that are not this user's are left out. */
  readonly describe: (
    queryable: Queryable,
    query: { readonly userId: string; readonly causes: readonly string[] },
  ) => Promise<ReadonlyMap<string, About>>;
}

export const NOTHING_ABOUT: About = {
  name: null,
  quantity: null,
  hashRateThs: null,
  hours: null,
  address: null,
  state: null,
  confirmations: null,
  block: null,
};

export async function describeCauses(
  queryable: Queryable,
  sources: readonly CauseSource[],
  { userId, causes }: { readonly userId: string; readonly causes: readonly (string | null)[] },
): Promise<ReadonlyMap<string, About>> {
  const descriptions = new Map<string, About>();
  for (const source of sources) {
    const own = new Set(causes.filter((cause) => cause !== null && source.causes.test(cause)));
    if (own.size === 0) continue;
    const query = { userId, causes: [...own].filter((cause) => cause !== null) };
    for (const [cause, about] of await source.describe(queryable, query))
      descriptions.set(cause, about);
  }
  return descriptions;
}
