/**
 * Shows profit and loss statistics of closed trades, with a note about open trades. Renders nothing
 * while the account has no trades.
 */
import { useQuery } from "@tanstack/react-query";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Plate, Plates } from "../../../ui/layout/Plates.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { pairName } from "../quotes/price-text.ts";
import { useSeason } from "../seasons/season-context.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { historyTexts } from "./history-strings.ts";

type Figures = ApiAnswer<"getForexStatistics">;

const { statistics: texts, columns, none } = historyTexts;
const FIGURE = "text-md font-[550]";
const FRAME = "rounded-none! border-x-0! border-t-0! grid-cols-2 md:grid-cols-3 xl:grid-cols-6";

export function Statistics() {
  const { data } = useQuery(
    useDeskSource().query("getForexStatistics", { query: useSeason().query }),
  );
  if (data === undefined || data.trades + data.openTrades === 0) return null;
  const counts = texts.counts(wholeText(data.wins), wholeText(data.losses));
  return (
    <>
      <Plates label={texts.title} className={FRAME}>
        <Plate label={texts.result} foot={counts}>
          <Money cents={data.resultCents} isResult />
        </Plate>
        <Plate label={texts.gains} foot={spreadOf(data.averageGainCents, data.largestGainCents)}>
          <Money cents={data.gainCents} />
        </Plate>
        <Plate label={texts.losses} foot={spreadOf(data.averageLossCents, data.largestLossCents)}>
          <Money cents={data.lossCents} />
        </Plate>
        <Plate label={texts.financing} foot={texts.inResult}>
          <Money cents={data.financingCents} />
        </Plate>
        <Plate label={texts.spread} foot={texts.inResult}>
          <Money cents={-data.spreadCents} />
        </Plate>
        <Plate label={texts.stopOuts} foot={texts.stopOutsFoot}>
          <span className={FIGURE}>{wholeText(data.stopOuts)}</span>
        </Plate>
      </Plates>
      {data.openTrades === 0 ? null : (
        <p className="border-b border-line px-5 py-3 text-sm text-fg-2 max-md:px-4">
          {texts.openNote(
            data.openTrades,
            usdText(BigInt(data.openBookedCents), { isSigned: true }),
          )}
        </p>
      )}
      {data.instruments.length < 2 ? null : <ByInstrument of={data.instruments} />}
    </>
  );
}

function Money(props: { cents: number; isResult?: boolean }) {
  return (
    <span className={FIGURE}>
      <Usd cents={props.cents} isSigned isResult={props.isResult ?? false} hasUnit={false} />
    </span>
  );
}

function spreadOf(average: number | null, largest: number | null): string {
  const text = (cents: number | null) =>
    cents === null ? none : usdText(BigInt(cents), { isSigned: true });
  return texts.averageLargest(text(average), text(largest));
}

function ByInstrument({ of }: { of: Figures["instruments"] }) {
  return (
    <details className="border-b border-line px-5 py-3 max-md:px-4">
      <summary className="reach cursor-pointer text-sm text-fg-2">{texts.byInstrument}</summary>
      <Table
        shape="duo"
        isDense
        caption={texts.byInstrument}
        className="mt-2"
        columns={[
          columns.instrument,
          ...[texts.trades, texts.columns.won, texts.columns.lost].map(numberColumn),
          ...[columns.financing, columns.result].map(numberColumn),
        ]}
      >
        {of.map((row) => (
          <tr key={row.instrument}>
            <Cell className="lead">{pairName(row.instrument)}</Cell>
            <Cell label={texts.trades} className="num">
              {wholeText(row.trades)}
            </Cell>
            <Cell label={texts.columns.won} className="num">
              {wholeText(row.wins)}
            </Cell>
            <Cell label={texts.columns.lost} className="num">
              {wholeText(row.losses)}
            </Cell>
            <Cell label={columns.financing} className="num">
              <Usd cents={row.financingCents} isSigned hasUnit={false} />
            </Cell>
            <Cell label={columns.result} className="num">
              <Usd cents={row.resultCents} isSigned isResult hasUnit={false} />
            </Cell>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function numberColumn(label: string) {
  return { label, isNumber: true };
}
