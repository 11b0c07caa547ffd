/** Every event of the account in plain words, newest first. */
import { useState } from "react";
import { When } from "../../time/When.tsx";
import { Button } from "../../ui/Button.tsx";
import { Usd } from "../../ui/Amount.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { MorePages } from "../../ui/MorePages.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { FillReportDialog } from "../report/FillReport.tsx";
import { eventWords } from "./event-words.ts";
import { bookTexts as texts } from "./strings.ts";
import type { EventPages } from "./use-lists.ts";

export function HistoryList({ events }: { events: EventPages }) {
  const { columns } = texts;
  const [reported, setReported] = useState<string>();
  return (
    <Loaded query={events} isFlush lines={4} still={texts.still}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return <Empty title={texts.noHistoryTitle}>{texts.noHistory}</Empty>;
        return (
          <>
            <Table
              shape="stack"
              caption={texts.lists.history}
              columns={[
                columns.number,
                columns.when,
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
                      <Button
                        size="small"
                        variant="quiet"
                        className="ml-2"
                        onClick={() => setReported(event.orderId ?? undefined)}
                      >
                        {texts.report}
                      </Button>
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
            {reported === undefined ? null : (
              <FillReportDialog orderId={reported} onClose={() => setReported(undefined)} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
