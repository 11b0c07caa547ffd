/**
 * Describes the causes of ledger entries. The ledger stores only ids, so the modules that own these
 * ids describe them. A module describes a cause only to the user to whom it belongs.
 */
import type { Queryable } from "#platform";

/** Details of a cause. Properties that do not apply to it are null. */
export interface About {
  readonly name: string | null;
  readonly quantity: number | null;
  /** Hash rate in TH/s, as decimal text. */
  readonly hashRateThs: string | null;
  /** Duration from start to end, in hours. */
  readonly hours: number | null;
  readonly address: string | null;
  readonly state: string | null;
  readonly confirmations: number | null;
  /** Height of the block that contains the transaction. */
  readonly block: number | null;
}

export interface CauseSource {
  /** Pattern of the cause ids that this source can describe. */
  readonly causes: RegExp;
  /** Returns descriptions by cause. Omits causes of other users. */
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
