/** The season that the desk's lists show. */
import { createContext, useContext } from "react";
import { useDeskSource } from "../source/desk-source.ts";

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
