/** Lists imported trades. Their results are in the currency of the other broker's account. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { withZone } from "../../../ui/time/time-text.ts";
import { When } from "../../../ui/time/When.tsx";
import type { usePages } from "../../../data/api/use-pages.ts";
import { pairName } from "../quotes/price-text.ts";
import { importTexts as texts, journalTexts } from "./strings.ts";

type Page = ApiAnswer<"listImportedTrades">;
type Trade = Page["items"][number];

export function ImportedTrades({ trades }: { trades: ReturnType<typeof usePages<Page>> }) {
  const { tradeColumns: columns } = texts;
  return (
    <Loaded query={trades} isFlush lines={4} still={texts.still}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <Empty title={texts.emptyTitle}>{texts.empty}</Empty>;
        return (
          <>
            <Table
              shape="stack"
              caption={texts.trades}
              columns={[
                columns.trade,
                withZone(columns.opened),
                columns.closed,
                { label: columns.entry, isNumber: true },
                { label: columns.exit, isNumber: true },
                { label: columns.costs, isNumber: true },
                { label: columns.net, isNumber: true },
              ]}
            >
              {items.map((trade) => (
                <TradeRow key={trade.id} trade={trade} />
              ))}
            </Table>
            <MorePages pages={trades} label={texts.more} end={texts.end} />
          </>
        );
      }}
    </Loaded>
  );
}

function TradeRow({ trade }: { trade: Trade }) {
  const { tradeColumns: columns } = texts;
  const { swapCents, commissionCents, resultCents, currency } = trade;
  const costs = swapCents + commissionCents;
  const size = trade.units === null ? trade.quantity : wholeText(trade.units);
  const money = (cents: number) => usdText(BigInt(cents), { isSigned: true });
  return (
    <tr>
      <Cell className="lead">
        {journalTexts.trade(trade.side, size, pairName(trade.instrument))}
      </Cell>
      <Cell label={columns.opened}>
        <When at={trade.openedAt} />
      </Cell>
      <Cell label={columns.closed}>
        <When at={trade.closedAt} />
      </Cell>
      <Cell label={columns.entry} className="num mono">
        {withMarks(trade.price)}
      </Cell>
      <Cell label={columns.exit} className="num mono">
        {withMarks(trade.closePrice)}
      </Cell>
      <Cell label={columns.costs} className="num">
        {money(costs)}
      </Cell>
      <Cell label={columns.net} className="num">
        {money(resultCents + costs)}{" "}
        <span className="text-fg-2">{currency ?? texts.currencyUnknown}</span>
      </Cell>
    </tr>
  );
}
