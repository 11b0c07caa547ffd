/**
 * True if the signed-in administrator used two-factor authentication in this session. Without it,
 * the API returns figures of the installation but no personal data.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

export function useHasSecondFactor(): boolean {
  const me = useQuery(apiQuery("getMe"));
  const state = me.data?.authority?.state ?? "second_factor_required";
  return state !== "second_factor_required";
}
