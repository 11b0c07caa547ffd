/** /forex/days: lists the commitments of upcoming days and the past days. */
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { buttonClass } from "../../../ui/controls/Button.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { TxId } from "../../../ui/figures/TxId.tsx";
import { useNow } from "../../../ui/time/use-now.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { dayTexts as texts } from "./strings.ts";

type Day = ApiAnswer<"listMarketDays">["items"][number];

const PAGE_DAYS = 31;
/** A date later than any day. Used as the cursor for the newest past days. */
const NO_DAY_LATER = "9999-12-31";

export function DaysPage() {
  return (
    <>
      <PageHead title={texts.daysTitle}>{texts.daysLead}</PageHead>
      <div className="grid gap-4">
        <PastDays />
        <DaysAhead />
      </div>
    </>
  );
}

function PastDays() {
  const days = usePages(["listMarketDays", "past"], async ({ cursor }) => {
    const { items } = await api("listMarketDays", { query: { before: cursor ?? NO_DAY_LATER } });
    return { items, nextCursor: items.length < PAGE_DAYS ? null : (items.at(-1)?.date ?? null) };
  });
  return (
    <Panel title={texts.past} isFlush>
      <Loaded query={days} lines={4} isFlush>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return <Empty title={texts.pastEmpty}>{texts.pastEmptyText}</Empty>;
          return (
            <>
              <Days items={items} isOver />
              <MorePages pages={days} label={texts.older} end={texts.oldest} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function DaysAhead() {
  const days = useQuery(apiQuery("listMarketDays", { query: {} }));
  return (
    <Panel title={texts.ahead} foot={texts.aheadFoot} isFlush>
      <Loaded query={days} lines={6} isFlush>
        {({ items }) => <Days items={items} />}
      </Loaded>
    </Panel>
  );
}

function Days({ items, isOver = false }: { items: readonly Day[]; isOver?: boolean }) {
  const now = useNow(30_000).getTime();
  const isRunning = ({ opensAt }: Day) => Date.parse(opensAt) <= now;
  return (
    <Table
      shape="list"
      caption={isOver ? texts.past : texts.ahead}
      columns={["Day", "Closes", "Commitment", ""]}
    >
      {items.map((day) => (
        <tr key={day.date}>
          <Cell className="lead">
            <Link {...paths.forexDay(day.date)}>{day.date}</Link>
          </Cell>
          <Cell className="hide-small">{fullText(new Date(day.closesAt))}</Cell>
          <Cell className="end">
            <TxId value={day.commitment} label={texts.commitmentOf(day.date)} />
          </Cell>
          <Cell className={isOver || isRunning(day) ? "actions last" : "hide-small"}>
            {!isOver && isRunning(day) ? <Tag>{texts.running}</Tag> : null}
            {isOver ? (
              <Link
                {...paths.forexDay(day.date)}
                className={buttonClass({ size: "small" })}
                aria-label={`${texts.check} ${day.date}`}
              >
                {texts.check}
              </Link>
            ) : null}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
