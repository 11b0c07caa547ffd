/** Names the parent of a branch, and compares the equity of both at the branch's time. */
import { Link } from "@tanstack/react-router";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { paths } from "../../../ui/navigation/paths.ts";
import { replayTime } from "../source/replay-time.ts";
import type { ReplayStanding } from "../source/use-replay.ts";
import { FIRST_VIEW, forexSearch } from "../view/forex-search.ts";
import { branchTexts as texts } from "./strings.ts";

export function BranchNote({ standing }: { standing: ReplayStanding }) {
  const { replay, account, parent } = standing;
  if (parent === null || replay.branchedAt === null) return null;
  const { id, title, instrument, isCompared, navCents } = parent;
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-5 py-3 text-sm max-md:px-4">
      <p>
        {texts.of}{" "}
        <Link {...paths.forex} search={forexSearch({ ...FIRST_VIEW, instrument, replay: id })}>
          {title}
        </Link>{" "}
        <span translate="no" className="mono whitespace-nowrap text-fg-2">
          {texts.from(replayTime(replay.branchedAt, "second"))}
        </span>
      </p>
      <dl className="ml-auto flex flex-wrap gap-x-6 gap-y-1 max-md:ml-0">
        <div className="flex items-baseline gap-2">
          <dt className="text-xs text-fg-2">{texts.here}</dt>
          <dd>
            <Usd cents={account.navCents} />
          </dd>
        </div>
        <div className="flex items-baseline gap-2">
          <dt className="text-xs text-fg-2">{texts.there}</dt>
          <dd>
            {navCents === null ? (
              texts[isCompared ? "notReached" : "notCompared"]
            ) : (
              <Usd cents={navCents} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
