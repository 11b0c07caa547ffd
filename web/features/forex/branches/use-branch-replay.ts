/** Starts a branch of a replay, paused, and opens its desk. */
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../data/api/call.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { FIRST_VIEW, forexSearch } from "../view/forex-search.ts";
import { branchTexts as texts } from "./strings.ts";

export interface BranchStart {
  readonly replayId: string;
  readonly instrument: string;
  /** A time of the replay, or the id of an order that the branch does not have yet. */
  readonly point: { readonly at: string } | { readonly before: string };
}

export function useBranchReplay(onRefused?: (error: Error) => void) {
  const navigate = useNavigate();
  return useChange({
    async send({ replayId, instrument, point }: BranchStart) {
      const { id } = await api("startReplay", {
        body: { branchOf: replayId, ...point, pace: 0 },
      });
      await navigate({
        ...paths.forex,
        search: forexSearch({ ...FIRST_VIEW, instrument, replay: id }),
      });
    },
    changed: ["listReplays"],
    onDone: () => ({ title: texts.startedTitle, description: texts.startedText }),
    ...(onRefused ? { onRefused } : {}),
  });
}
