/** Lists the account's events as plain sentences, newest first. */
import { When } from "../../../ui/time/When.tsx";
import { withZone } from "../../../ui/time/time-text.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { ReportButton } from "../report/ReportButton.tsx";
import { TryAgainButton } from "../branches/TryAgainButton.tsx";
import { useSeasons } from "../seasons/use-seasons.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { eventWords, type ForexEvent } from "./event-words.ts";
import { historyTexts as texts } from "./history-strings.ts";
import type { EventPages } from "./use-lists.ts";

export function HistoryList({ events }: { events: EventPages }) {
  const { columns } = texts;
  const { replayId } = useDeskSource();
  const seasons = useSeasons(replayId === undefined);
  const isNew = replayId === undefined && (seasons.data?.items.length ?? 0) > 0;
  return (
    <Loaded query={events} isFlush lines={4} still={texts.still}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return (
            <Empty title={texts.noHistoryTitle}>{isNew ? texts.newSeason : texts.noHistory}</Empty>
          );
        return (
          <>
            <Table
              shape="stack"
              caption={texts.lists.history}
              columns={[
                columns.number,
                withZone(columns.when),
                columns.what,
                { label: columns.amount, isNumber: true },
                { label: columns.balance, isNumber: true },
              ]}
            >
              {items.map((event) => (
                <tr key={event.id}>
                  <Cell label={columns.number} className="text-fg-2">
                    {event.id}
                  </Cell>
                  <Cell label={columns.when}>
                    <When at={event.at} />
                  </Cell>
                  <Cell className="whitespace-normal! py-2!">
                    {eventWords(event)}
                    {event.type === "ORDER_FILL" && event.orderId !== null ? (
                      <ReportButton orderId={event.orderId} of={eventWords(event)} />
                    ) : null}
                    {isOwnOrder(event) ? (
                      <TryAgainButton
                        orderId={event.orderId ?? ""}
                        instrument={event.instrument ?? ""}
                        of={eventWords(event)}
                      />
                    ) : null}
                  </Cell>
                  <Cell label={columns.amount} className="num">
                    {event.amountCents === 0 ? (
                      <span className="text-fg-3">{texts.none}</span>
                    ) : (
                      <Usd
                        cents={event.amountCents}
                        isSigned
                        isResult={event.type === "ORDER_FILL"}
                        hasUnit={false}
                      />
                    )}
                  </Cell>
                  <Cell label={columns.balance} className="num">
                    <Usd cents={event.balanceCents} hasUnit={false} />
                  </Cell>
                </tr>
              ))}
            </Table>
            <MorePages pages={events} label={texts.moreHistory} end={texts.end} />
          </>
        );
      }}
    </Loaded>
  );
}

/** True for the placement of an order by the user. */
function isOwnOrder({ type, detail }: ForexEvent): boolean {
  const { reason } = detail;
  return type.endsWith("_ORDER") && (reason === "CLIENT_ORDER" || reason === "REPLACEMENT");
}
