/** Lists net positions and their trades at the latest prices. */
import { withZone } from "../../../ui/time/time-text.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { Table } from "../../../ui/layout/Table.tsx";
import type { ForexTrade } from "../account/figures.ts";
import { tradeResult } from "../account/live-account.ts";
import { useLiveAccount, type Desk } from "../account/use-desk.ts";
import { useQuotes } from "../quotes/use-quotes.ts";
import type { Open } from "./use-is-another.ts";
import { listTexts as texts } from "./list-strings.ts";
import { PositionRow, type Position } from "./PositionRow.tsx";
import { TradeRow } from "./TradeRow.tsx";

export interface PositionsProps {
  readonly desk: Desk;
  readonly onClose: (open: Open) => void;
  readonly onReverse: (open: Open) => void;
}

export function OpenPositions(props: PositionsProps & { readonly items: readonly Position[] }) {
  const { desk, items } = props;
  const live = useLiveAccount(desk);
  const { columns } = texts;
  return (
    <>
      <Table
        shape="duo"
        caption={texts.positions}
        columns={[
          columns.instrument,
          columns.side,
          { label: columns.units, isNumber: true },
          { label: columns.average, isNumber: true },
          { label: columns.now, isNumber: true },
          { label: columns.stopOut, isNumber: true },
          { label: columns.margin, isNumber: true },
          { label: columns.unrealised, isNumber: true },
          "",
        ]}
      >
        {items.map((position) => {
          const now = live?.positions.find(({ instrument }) => instrument === position.instrument);
          return (
            <PositionRow
              key={position.instrument}
              position={position}
              unrealised={now?.unrealised ?? BigInt(position.unrealisedCents)}
              margin={now?.margin ?? BigInt(position.marginUsedCents)}
              onClose={props.onClose}
              onReverse={props.onReverse}
            />
          );
        })}
      </Table>
      <Trades desk={desk} onClose={props.onClose} />
    </>
  );
}

function Trades({ desk, onClose }: { desk: Desk; onClose: (open: Open) => void }) {
  const quotes = useQuotes();
  const { columns } = texts;
  const close = ({ id, instrument, units }: ForexTrade) =>
    onClose({ instrument, units, tradeId: id });
  return (
    <>
      <h3 className="border-y border-line px-5 py-2.5 text-sm font-semibold max-md:px-4">
        {texts.trades}
      </h3>
      <Loaded query={desk.trades} isFlush lines={2} still={texts.still}>
        {({ items }) => (
          <Table
            shape="duo"
            caption={texts.trades}
            columns={[
              columns.instrument,
              withZone(columns.opened),
              { label: columns.units, isNumber: true },
              { label: columns.entry, isNumber: true },
              { label: columns.target, isNumber: true },
              { label: columns.stop, isNumber: true },
              { label: columns.trailing, isNumber: true },
              { label: columns.financing, isNumber: true },
              { label: columns.result, isNumber: true },
              "",
            ]}
          >
            {items.map((trade) => (
              <TradeRow
                key={trade.id}
                trade={trade}
                result={tradeResult(trade, quotes)}
                onClose={close}
              />
            ))}
          </Table>
        )}
      </Loaded>
      <MorePages pages={desk.trades} label={texts.moreTrades} />
    </>
  );
}
