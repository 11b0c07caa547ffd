/**
 * Returns the search results for a pasted id. Addresses are looked up in the user's own deposits
 * and withdrawals.
 */
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { lookupOf } from "./lookup.ts";
import { paletteTexts as texts } from "./strings.ts";

export interface SearchResult {
  readonly label: string;
  readonly detail: string;
  readonly target: Pick<LinkProps, "to" | "params">;
}

interface List {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly data: { readonly nextCursor: string | null } | undefined;
}

/** Number of deposits and of withdrawals to search, which is the API's maximum per request. */
const NEWEST = 100;

export function useSearchResults(text: string): {
  results: readonly SearchResult[];
  note: string | undefined;
} {
  const lookup = lookupOf(text);
  const address = lookup?.kind === "address" ? lookup.address : undefined;
  const newest = { query: { limit: NEWEST } };
  const enabled = address !== undefined;
  const deposits = useQuery({ ...apiQuery("listDeposits", newest), enabled });
  const withdrawals = useQuery({ ...apiQuery("listWithdrawals", newest), enabled });
  if (lookup === undefined) return { results: [], note: undefined };
  if (lookup.kind === "txid") {
    const detail = truncateMiddle(lookup.txid);
    const results = [
      { label: texts.track, detail, target: paths.trackTransaction(lookup.txid) },
      { label: texts.transaction, detail, target: paths.transaction(lookup.txid) },
    ];
    return { results, note: undefined };
  }
  if (lookup.kind === "withdrawal") {
    const target = paths.trackTransaction(lookup.id);
    return {
      results: [{ label: texts.trackWithdrawal, detail: lookup.id, target }],
      note: undefined,
    };
  }
  const own = [
    ...(deposits.data?.items ?? []).map((one) => ({
      id: one.txid,
      usedAddress: one.address,
      what: texts.deposit,
    })),
    ...(withdrawals.data?.items ?? []).map((one) => ({
      id: one.id,
      usedAddress: one.walletAddress,
      what: texts.withdrawal,
    })),
  ].filter(({ usedAddress }) => usedAddress === address);
  const results = own.map(({ id, what }) => ({
    label: texts.usedBy(what),
    detail: truncateMiddle(id),
    target: paths.trackTransaction(id),
  }));
  return { results, note: results.length > 0 ? undefined : noteOf(deposits, withdrawals) };
}

/** Returns the text shown if an address has no matches. */
function noteOf(...lists: readonly List[]): string {
  if (lists.some(({ isPending }) => isPending)) return texts.lookingUp;
  if (lists.some(({ isError }) => isError)) return texts.notLookedUp;
  const hasOlder = lists.some(({ data }) => typeof data?.nextCursor === "string");
  return hasOlder ? texts.notAmongNewest(NEWEST) : texts.unknownAddress;
}
