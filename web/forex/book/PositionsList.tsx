/** Net positions with the trades they are made of, at the latest prices. */
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../ui/Empty.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Table } from "../../ui/Table.tsx";
import { tradeResult, type ForexTrade } from "../account/live-account.ts";
import { useLiveAccount, type Desk } from "../account/use-desk.ts";
import { useQuotes } from "../quotes/use-quotes.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { Open } from "./CloseDialog.tsx";
import { PositionRow } from "./PositionRow.tsx";
import { bookTexts as texts } from "./strings.ts";
import { TradeRow } from "./TradeRow.tsx";

const REFETCH_MS = 5_000;

export function PositionsList(props: {
  desk: Desk;
  onClose: (open: Open) => void;
  onReverse: (open: Open) => void;
}) {
  const { desk } = props;
  const source = useDeskSource();
  const positions = useQuery({
    ...source.query("listForexPositions"),
    refetchInterval: REFETCH_MS,
  });
  const live = useLiveAccount(desk);
  const { columns } = texts;
  return (
    <Loaded query={positions} isFlush lines={3} still={texts.still}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={texts.noPositionsTitle}>{texts.noPositions}</Empty>
        ) : (
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
                const now = live?.positions.find(
                  ({ instrument }) => instrument === position.instrument,
                );
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
        )
      }
    </Loaded>
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
              columns.opened,
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
    </>
  );
}
