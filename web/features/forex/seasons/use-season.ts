/** The season that the desk's lists show. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import { useDeskSource } from "../source/desk-source.ts";

/** Seasons that the list offers. Older seasons can be read through the API. */
const SEASONS_MAX = 100;

export interface ShownSeason {
  /** Number of the season, "current" or "all". */
  readonly season: string;
  readonly setSeason: (season: string) => void;
}

export const SeasonContext = createContext<ShownSeason>({
  season: "current",
  setSeason: () => undefined,
});

export function useSeason() {
  const { replayId } = useDeskSource();
  const shown = useContext(SeasonContext);
  const { season } = shown;
  // Replays have no seasons.
  return { ...shown, query: replayId === undefined ? { season } : {} };
}

export function useSeasons(isEnabled = true) {
  return useQuery({
    ...apiQuery("listForexSeasons", { query: { limit: SEASONS_MAX } }),
    enabled: isEnabled,
  });
}
