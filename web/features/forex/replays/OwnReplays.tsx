/** Lists the user's replays, newest first. */
import { Link } from "@tanstack/react-router";
import { api } from "../../../data/api/call.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { FIRST_VIEW, forexSearch } from "../view/forex-search.ts";
import { BranchOf } from "../branches/BranchOf.tsx";
import { replayTime } from "../source/replay-time.ts";
import { replayTexts as texts } from "./strings.ts";

export function OwnReplays() {
  const replays = usePages(["listReplays", "pages"], (at) => api("listReplays", { query: at }));
  const { columns } = texts;
  return (
    <Panel title={texts.own} isFlush>
      <Loaded query={replays} isFlush lines={3}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Empty title={texts.none}>{texts.noneText}</Empty>;
          return (
            <>
              <Table
                shape="stack"
                caption={texts.own}
                columns={[
                  columns.what,
                  columns.time,
                  withZone(columns.begun),
                  columns.state,
                  columns.action,
                ]}
              >
                {items.map((replay) => (
                  <tr key={replay.id}>
                    <Cell className="lead py-2!">
                      <div className="text-left">
                        {replay.title}
                        <BranchOf replay={replay} />
                      </div>
                    </Cell>
                    <Cell label={columns.time} className="mono">
                      {replayTime(replay.time, "minute")} {texts.utc}
                    </Cell>
                    <Cell label={columns.begun}>
                      <When at={replay.begunAt} />
                    </Cell>
                    <Cell label={columns.state}>
                      <Tag>{stateOf(replay)}</Tag>
                    </Cell>
                    <Cell className="num">
                      <Link
                        {...paths.forex}
                        search={forexSearch({
                          ...FIRST_VIEW,
                          instrument: replay.instrument,
                          replay: replay.id,
                        })}
                        className={buttonClass({ size: "small" })}
                      >
                        {replay.endedAt === null ? texts.open : texts.look}
                      </Link>
                    </Cell>
                  </tr>
                ))}
              </Table>
              <MorePages pages={replays} label={texts.more} end={texts.end} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function stateOf({ endedAt, pace }: { endedAt: string | null; pace: number }): string {
  if (endedAt !== null) return texts.ended;
  return pace === 0 ? texts.paused : texts.running;
}
