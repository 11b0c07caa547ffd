/**
 * Whether the signed-in administrator's session has proved a second factor: without it the API
 * shows them the figures of the installation and nobody in person.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

export function useHasSecondFactor(): boolean {
  const me = useQuery(apiQuery("getMe"));
  const state = me.data?.authority?.state ?? "second_factor_required";
  return state !== "second_factor_required";
}
