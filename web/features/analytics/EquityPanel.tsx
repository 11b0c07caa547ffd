/** Shows the equity curve as a chart or table, with a legend and a summary. */
import { countText } from "../../ui/amounts/count-text.ts";
import { useState } from "react";
import { Legend, LegendEntry } from "../../ui/charts/Legend.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { amountText } from "../../ui/amounts/amount-format.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { useIsPrinting } from "../../ui/layout/use-is-printing.ts";
import { sumOf, type Outlook } from "./outlook.ts";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { EquityChart } from "./EquityChart.tsx";
import { equityCurve } from "./equity-points.ts";
import { analyticsTexts as texts } from "./strings.ts";

const MINUTE_MS = 60_000;

const VIEWS = [
  { value: "chart", label: texts.chart },
  { value: "table", label: texts.table },
] as const;

export function EquityPanel(props: { analytics: Analytics; outlook: Outlook }) {
  const { analytics } = props;
  const aheadSats = sumOf(props.outlook);
  const [view, setView] = useState<"chart" | "table">("chart");
  const curve = equityCurve(analytics, useNow(MINUTE_MS).getTime());
  // The table is always used for printing.
  const isTable = useIsPrinting() || view === "table";
  return (
    <Panel
      title={texts.equity}
      isFlush={isTable}
      end={
        <span className="print:hidden">
          <Segments label={texts.view} value={view} onChange={setView} options={VIEWS} />
        </span>
      }
      foot={
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
          <Legend>
            <LegendEntry kind="own">{texts.have}</LegendEntry>
            {aheadSats === 0 ? null : <LegendEntry kind="expected">{texts.withAhead}</LegendEntry>}
            <LegendEntry kind="breakEven">{texts.putIn}</LegendEntry>
            <span>
              <span aria-hidden className="text-ref">
                ▲
              </span>{" "}
              {texts.deposit}
            </span>
            <span>
              <span aria-hidden className="text-ref">
                ▼
              </span>{" "}
              {texts.withdrawal}
            </span>
          </Legend>
          <span className="text-fg-3">{curve.isByDay ? texts.utc : texts.young}</span>
        </div>
      }
    >
      {isTable ? (
        <EquityTable series={analytics.series} />
      ) : (
        <EquityChart curve={curve} aheadSats={aheadSats} summary={summaryOf(analytics)} />
      )}
    </Panel>
  );
}

function EquityTable({ series }: { series: Analytics["series"] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    <div className="max-h-[420px] overflow-y-auto print:max-h-none" tabIndex={0}>
      <Table
        shape="duo"
        isDense
        caption={texts.equity}
        columns={[
          texts.dayColumn,
          { label: texts.have, isNumber: true },
          { label: texts.putIn, isNumber: true },
          { label: texts.deposits, isNumber: true },
          { label: texts.withdrawals, isNumber: true },
        ]}
      >
        {series.toReversed().map((point) => (
          <tr key={point.date}>
            <Cell className="lead">{dayText(point.date)}</Cell>
            <Cell label={texts.have} className="num">
              <Amount sats={point.valueSats} />
            </Cell>
            <Cell label={texts.putIn} className="num">
              <Amount sats={point.putInSats} />
            </Cell>
            <Cell label={texts.deposits} className="num">
              {point.contributedSats === 0 ? null : (
                <Amount sats={point.contributedSats} isSigned />
              )}
            </Cell>
            <Cell label={texts.withdrawals} className="num">
              {point.withdrawnSats === 0 ? null : <Amount sats={-point.withdrawnSats} isSigned />}
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function summaryOf({ series, from, to }: Analytics): string {
  const last = series.at(-1);
  if (last === undefined) return "";
  const btc = (sats: number, isSigned = false) => {
    const { sign, zeros, digits } = amountText(BigInt(sats), "BTC", { isSigned });
    return `${sign}${zeros}${digits} BTC`;
  };
  const deposits = series.filter(({ contributedSats }) => contributedSats > 0).length;
  const withdrawals = series.filter(({ withdrawnSats }) => withdrawnSats > 0).length;
  return texts.equitySummary(
    texts.period(dayText(from), dayText(to)),
    {
      value: btc(last.valueSats),
      putIn: btc(last.putInSats),
      result: btc(last.valueSats - last.putInSats, true),
    },
    { deposits: countText(deposits, "point"), withdrawals },
  );
}
