/**
 * Whether what the page leads with has its first answers. What stands below is shown then, so that
 * they push nothing down.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { ownQueries } from "./own-queries.ts";

/** `txId` undefined: the page leads with the person's own transactions. */
export function useIsFilled(txId: string | undefined): boolean {
  const one = useQuery({
    ...apiQuery("getTransaction", { params: { txId: txId ?? "" } }),
    enabled: txId !== undefined,
  });
  const isOwn = txId === undefined;
  const withdrawals = useQuery({ ...ownQueries.withdrawals, enabled: isOwn });
  const deposits = useQuery({ ...ownQueries.deposits, enabled: isOwn });
  return isOwn ? !withdrawals.isPending && !deposits.isPending : !one.isPending;
}
