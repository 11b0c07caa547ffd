/** Marks a branch in the list of replays, with a link to its parent. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../../ui/navigation/paths.ts";
import { replayTime } from "../source/replay-time.ts";
import type { ReplayStanding } from "../source/use-replay.ts";
import { FIRST_VIEW, forexSearch } from "../view/forex-search.ts";
import { branchTexts as texts } from "./strings.ts";

export function BranchOf({ replay }: { replay: ReplayStanding["replay"] }) {
  const { branchOf, branchedAt, instrument } = replay;
  if (branchOf === null || branchedAt === null) return null;
  return (
    <span className="block text-xs font-normal text-fg-2">
      {texts.inList(replayTime(branchedAt, "minute"))},{" "}
      <Link {...paths.forex} search={forexSearch({ ...FIRST_VIEW, instrument, replay: branchOf })}>
        {texts.parent}
      </Link>
    </span>
  );
}
