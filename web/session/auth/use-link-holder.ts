/**
 * Reads which account an e-mail link belongs to before the link's button is shown, because an
 * attacker's link would sign the user in to the attacker's account. Not available for links from a
 * hosted service.
 */
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";

/** Reads the account. `tokenHash` is undefined if there is no link. */
export function useLinkHolder(tokenHash: string | undefined) {
  const { isAsked, isElsewhere } = useSignInPlace();
  const query = useQuery({
    queryKey: ["lookAtLink", tokenHash],
    queryFn: () => api("lookAtLink", { body: { tokenHash: tokenHash ?? "" } }),
    enabled: tokenHash !== undefined && !isAsked && !isElsewhere,
    // The account is never stale, because only the button on this page can use the link.
    staleTime: Infinity,
  });
  const { error } = query;
  const isOver = error instanceof ApiError && error.code === "link_not_found";
  return { query, isOver, isElsewhere };
}
