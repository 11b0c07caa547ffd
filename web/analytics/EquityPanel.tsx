/**
 * The equity curve as chart or table, with its legend, a summary in words and the notice of the
 * chart's makers.
 */
import { lazy, Suspense, useState } from "react";
import { ChartError } from "../charts/ChartError.tsx";
import { Legend, LegendEntry } from "../charts/ChartParts.tsx";
import { Amount } from "../ui/Amount.tsx";
import { amountText } from "../amounts/amount-format.ts";
import { Panel } from "../ui/Panel.tsx";
import { Segments } from "../ui/Segments.tsx";
import { Cell, Table } from "../ui/Table.tsx";
import { useIsPrinting } from "../ui/use-is-printing.ts";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts } from "./strings.ts";

/** The chart library is asked for with this page only, and after its figures. */
const EquityChart = lazy(() =>
  import("./EquityChart.tsx").then((module) => ({ default: module.EquityChart })),
);

const VIEWS = [
  { value: "chart", label: texts.chart },
  { value: "table", label: texts.table },
] as const;

export function EquityPanel({ analytics }: { analytics: Analytics }) {
  const [view, setView] = useState<"chart" | "table">("chart");
  // Paper gets the figures: a canvas keeps the colours of the screen.
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
            <LegendEntry kind="floor">{texts.putIn}</LegendEntry>
            <span>
              <span aria-hidden>↑</span> {texts.deposit}
            </span>
            <span>
              <span aria-hidden>↓</span> {texts.withdrawal}
            </span>
          </Legend>
          <span className="text-fg-3">
            {texts.utc} {texts.chartNotice}{" "}
            <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
              tradingview.com
            </a>
          </span>
        </div>
      }
    >
      {isTable ? (
        <EquityTable series={analytics.series} />
      ) : (
        <ChartError>
          <Suspense
            fallback={<div className="h-[300px] text-xs text-fg-3">{texts.loadingChart}</div>}
          >
            <EquityChart series={analytics.series} summary={summaryOf(analytics)} />
          </Suspense>
        </ChartError>
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
          "Day (UTC)",
          { label: texts.have, isNumber: true },
          { label: texts.putIn, isNumber: true },
          { label: `${texts.deposit}s`, isNumber: true },
          { label: `${texts.withdrawal}s`, isNumber: true },
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
            <Cell label={`${texts.deposit}s`} className="num">
              {point.contributedSats === 0 ? null : (
                <Amount sats={point.contributedSats} isSigned />
              )}
            </Cell>
            <Cell label={`${texts.withdrawal}s`} className="num">
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
  return (
    `${dayText(from)} to ${dayText(to)}: at the end ${btc(last.valueSats)}, of which you put in ` +
    `${btc(last.putInSats)}; difference ${btc(last.valueSats - last.putInSats, true)}. ` +
    `Deposits at ${deposits} points, withdrawals at ${withdrawals}.`
  );
}
