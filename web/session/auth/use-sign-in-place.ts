/**
 * Determines which service handles sign-ins. A hosted service handles passwords, sessions and the
 * related e-mails, so pages must not make promises about them.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

export function useSignInPlace(): { readonly isAsked: boolean; readonly isElsewhere: boolean } {
  const { data, isPending } = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity });
  return { isAsked: isPending, isElsewhere: data?.signIn === "elsewhere" };
}
