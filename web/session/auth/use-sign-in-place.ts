/**
 * Who signs people in. With a hosted service, passwords, sessions and messages about them are its
 * own: a page must not promise them.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

export function useSignInPlace(): { readonly isAsked: boolean; readonly isElsewhere: boolean } {
  const { data, isPending } = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity });
  return { isAsked: isPending, isElsewhere: data?.signIn === "elsewhere" };
}
