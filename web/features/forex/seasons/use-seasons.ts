/** Loads the seasons of the live account. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";

/** Seasons that the list offers. Older seasons can be read through the API. */
const SEASONS_MAX = 100;

export function useSeasons(isEnabled = true) {
  return useQuery({
    ...apiQuery("listForexSeasons", { query: { limit: SEASONS_MAX } }),
    enabled: isEnabled,
  });
}
