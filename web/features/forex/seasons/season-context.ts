/** The season that the desk's lists show. */
import { createContext, useContext } from "react";
import { useDeskSource } from "../source/desk-source.ts";
import type { OrderState } from "../view/forex-search.ts";

export interface ShownSeason {
  /** Number of the season, "current" or "all". */
  readonly season: string;
  readonly setSeason: (season: string) => void;
}

export const SeasonContext = createContext<ShownSeason>({
  season: "current",
  setSeason: () => undefined,
});

export interface SeasonQuery {
  readonly season?: string;
}

/** Returns the query for orders. Pending orders always belong to the current season. */
export function seasonOfOrders(state: OrderState, query: SeasonQuery): SeasonQuery {
  return state === "PENDING" ? {} : query;
}

export function useSeason() {
  const { replayId } = useDeskSource();
  const shown = useContext(SeasonContext);
  const { season } = shown;
  // Replays have no seasons.
  return { ...shown, query: replayId === undefined ? { season } : {} };
}
