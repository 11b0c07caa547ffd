/** Loads the tags and mistakes that the journal of the desk's account contains. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { useDeskSource } from "../source/desk-source.ts";

export function useLabels() {
  const { replayId } = useDeskSource();
  const query = replayId === undefined ? {} : { replay: replayId };
  return useQuery(apiQuery("getForexJournalLabels", { query })).data;
}
