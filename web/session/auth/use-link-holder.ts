/**
 * Whose account a mailed link is for, asked before its press: a link that a stranger sent would
 * sign its reader in to the stranger's account. Another sign-in service's links are its own to tell
 * of.
 */
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";

/** Undefined: there is no link to ask about. */
export function useLinkHolder(tokenHash: string | undefined) {
  const { isAsked, isElsewhere } = useSignInPlace();
  const query = useQuery({
    queryKey: ["lookAtLink", tokenHash],
    queryFn: () => api("lookAtLink", { body: { tokenHash: tokenHash ?? "" } }),
    enabled: tokenHash !== undefined && !isAsked && !isElsewhere,
    // Its own press uses it up.
    staleTime: Infinity,
  });
  const { error } = query;
  const isOver = error instanceof ApiError && error.code === "link_not_found";
  return { query, isOver, isElsewhere };
}
