/** Exports an analysis as CSV with one figure per line, which a spreadsheet can filter. */
import { formatAmount, USD_DECIMALS } from "#money";
import { csvFile, csvLine } from "#platform";
import type { Estimate, Figures } from "#performance";
import type { AccountAnalysis } from "./analyse-account.ts";

const HEAD = "Section,Row,Figure,Value,From (95 %),To (95 %),n,Unit";

export function analysisCsv(analysis: AccountAnalysis): string {
  const { breakdowns, habits } = analysis;
  const rowsOf = (section: string, rows: readonly (Figures & { readonly key: string })[]) =>
    rows.flatMap((row) => figureLines({ section, row: row.key }, row));
  return csvFile(csvLine(HEAD.split(",")), [
    ...figureLines({ section: "all", row: "" }, analysis.figures),
    ...totalLines(analysis),
    ...equityLines(analysis),
    ...Object.entries(breakdowns).flatMap(([section, rows]) => rowsOf(section, rows)),
    ...Object.entries(habits).flatMap(([section, rows]) => rowsOf(`habit ${section}`, rows)),
    ...excursionLines(analysis),
    ...dayLines(analysis),
  ]);
}

interface Place {
  readonly section: string;
  readonly row: string;
}

interface Value extends Estimate {
  readonly n?: number;
  readonly unit: "USD" | "ratio" | "R";
}

function line({ section, row }: Place, figure: string, of: Value): string {
  return csvLine([section, row, figure, of.value, of.low, of.high, of.n ?? null, of.unit]);
}

function amount(cents: bigint | null, n?: number): Value {
  const value = { value: usd(cents), low: null, high: null, unit: "USD" } as const;
  return n === undefined ? value : { ...value, n };
}

function figureLines(place: Place, figures: Figures): string[] {
  const { n, expectancy, expectancyR } = figures;
  const ofCents = (name: string, cents: bigint | null) => line(place, name, amount(cents, n));
  const ofRatio = (name: string, estimate: Estimate) =>
    line(place, name, { ...estimate, n, unit: "ratio" });
  return [
    ofCents("result", figures.resultCents),
    ofCents("gains", figures.gainCents),
    ofCents("losses", figures.lossCents),
    ofCents("spread", figures.spreadCents),
    ofCents("conversion", figures.conversionCents),
    ofCents("financing", figures.financingCents),
    ofRatio("win rate", figures.winRate),
    ofRatio("payoff", figures.payoff),
    ofRatio("profit factor", figures.profitFactor),
    line(place, "expectancy", {
      value: usd(expectancy.cents),
      low: usd(expectancy.lowCents),
      high: usd(expectancy.highCents),
      n,
      unit: "USD",
    }),
    line(place, "expectancy in R", { ...expectancyR, unit: "R" }),
    ofRatio("cost share", figures.costShare),
    ofCents("average size", figures.averageSizeCents),
  ];
}

function totalLines({ totals, equity, season }: AccountAnalysis): string[] {
  const place = { section: "account", row: season === null ? "" : `season ${season}` };
  return [
    line(place, "closed trades", amount(totals.closedCents, totals.closedTrades)),
    line(place, "booked by open trades", amount(totals.openBookedCents, totals.openTrades)),
    line(place, "transfers", amount(totals.transfersCents)),
    line(place, "negative balance protection", amount(totals.protectionCents)),
    line(place, "sum of all events", amount(totals.eventsCents)),
    line(place, "cost of moving coins", amount(totals.fundsCostCents)),
    line(place, "result on equity", amount(equity.resultCents)),
  ];
}

function equityLines({ equity: { largest, recoveryFactor } }: AccountAnalysis): string[] {
  if (!largest) return [];
  const place = { section: "drawdown", row: `${largest.fromDay ?? "start"} to ${largest.lowDay}` };
  const ratio = (value: string | null) => ({
    value,
    low: null,
    high: null,
    unit: "ratio" as const,
  });
  return [
    line(place, "largest drawdown", amount(largest.cents)),
    line(place, "largest drawdown", ratio(largest.share)),
    line(place, "recovery factor", ratio(recoveryFactor)),
  ];
}

function excursionLines({ excursions }: AccountAnalysis): string[] {
  return excursions.flatMap((row) => {
    const place = { section: "excursions", row: row.key };
    const share = { value: row.keptShare, low: null, high: null, unit: "ratio" } as const;
    return [
      line(place, "average worst", amount(row.averageWorstCents, row.n)),
      line(place, "average best", amount(row.averageBestCents, row.n)),
      line(place, "share of the best kept", { ...share, n: row.n }),
    ];
  });
}

function dayLines({ equity, calendar }: AccountAnalysis): string[] {
  return [
    ...equity.days.flatMap(({ day, ...of }) => {
      const place = { section: "day", row: day };
      return [
        line(place, "equity", amount(of.equityCents)),
        line(place, "result so far", amount(of.resultCents)),
        line(place, "drawdown", amount(of.drawdownCents)),
      ];
    }),
    ...calendar.map(({ day, n, resultCents }) =>
      line({ section: "day", row: day }, "result of closed trades", amount(resultCents, n)),
    ),
  ];
}

function usd(cents: bigint | null): string | null {
  return cents === null ? null : formatAmount(cents, USD_DECIMALS);
}
