/** Shows how figures are calculated: each formula with the numbers put in. */
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { ShowWorking } from "../../../ui/dialogs/ShowWorking.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import {
  centsInterval,
  centsText,
  intervalText,
  percentText,
  ratioText,
  signedRatioText,
  type AnalysisAnswer,
  type AnalysisFigures,
} from "./figure-text.ts";
import { analysisTexts } from "./strings.ts";

const { working: texts, figures: names, columns } = analysisTexts;

interface Line {
  readonly name: string;
  readonly formula: string;
  /** The formula with the numbers put in. Absent if it has too many numbers. */
  readonly numbers?: string;
  readonly value: string;
  readonly interval?: string | undefined;
}

/** The working of a group of trades. `of` names a row of a table. */
export function FiguresWorking(props: {
  figures: AnalysisFigures;
  equity?: AnalysisAnswer["equity"];
  of?: string;
}) {
  const { figures, equity, of } = props;
  const lines = [...figureLines(figures), ...(equity ? equityLines(equity) : [])];
  const { withoutConversion } = figures;
  return (
    <ShowWorking {...(of === undefined ? {} : { of })}>
      <ul className="grid gap-3 text-left text-sm whitespace-normal">
        {lines.map(({ name, formula, numbers, value, interval }) => (
          <li key={name} className="grid gap-0.5 border-b border-line pb-2.5 last:border-b-0">
            <span className="flex justify-between gap-3">
              <strong className="font-medium">{name}</strong>
              <span className="mono">{value}</span>
            </span>
            <span className="text-xs text-fg-2">= {formula}</span>
            {numbers === undefined ? null : (
              <span className="mono text-xs text-fg-2">= {numbers}</span>
            )}
            {interval === undefined ? null : <span className="text-xs text-fg-3">{interval}</span>}
          </li>
        ))}
      </ul>
      {withoutConversion === 0 ? null : (
        <p className="text-xs text-fg-2">{texts.unknownConversion(wholeText(withoutConversion))}</p>
      )}
      <p className="text-left text-xs whitespace-normal text-fg-2">{texts.docs}</p>
    </ShowWorking>
  );
}

/** The sum of all trades and transfers, which equals the account's events. */
export function TotalsWorking({ answer: { totals } }: { answer: AnalysisAnswer }) {
  return (
    <ShowWorking of={texts.sum}>
      <KeyValues>
        <KeyValue label={texts.closed}>{centsText(totals.closedCents)}</KeyValue>
        <KeyValue label={texts.open}>{centsText(totals.openBookedCents)}</KeyValue>
        <KeyValue label={texts.transfers}>{centsText(totals.transfersCents)}</KeyValue>
        <KeyValue label={texts.protection}>{centsText(totals.protectionCents)}</KeyValue>
        <KeyValue label={texts.events} isSum>
          {centsText(totals.eventsCents)}
        </KeyValue>
      </KeyValues>
      <KeyValues>
        <KeyValue label={texts.funds}>{centsText(-totals.fundsCostCents)}</KeyValue>
      </KeyValues>
    </ShowWorking>
  );
}

function figureLines(figures: AnalysisFigures): Line[] {
  const { n, wins, losses, winRate, expectancy, expectancyR, profitFactor, payoff } = figures;
  const usd = (cents: number) => usdText(BigInt(cents));
  const [gains, lost] = [usd(figures.gainCents), usd(-figures.lossCents)];
  const count = wholeText;
  const withMethod = (interval: string | undefined, method: string) =>
    interval === undefined ? undefined : `${interval}. ${method}`;
  return [
    {
      name: names.result,
      formula: texts.result,
      numbers: `${gains} + ${bracketed(figures.lossCents)}`,
      value: centsText(figures.resultCents),
    },
    {
      name: names.winRate,
      formula: texts.winRate,
      numbers: `${count(wins)} / ${count(n)}`,
      value: percentText(winRate.value),
      interval: withMethod(intervalText(winRate, percentText), texts.wilson),
    },
    {
      name: names.expectancy,
      formula: texts.expectancy,
      numbers: `${centsText(figures.resultCents)} / ${count(n)}`,
      value: centsText(expectancy.cents),
      interval: withMethod(centsInterval(expectancy), texts.student),
    },
    {
      name: names.expectancyR,
      formula: `${texts.expectancyR}, ${analysisTexts.withStop(count(expectancyR.n))}`,
      value: signedRatioText(expectancyR.value),
      interval: withMethod(intervalText(expectancyR, signedRatioText), texts.student),
    },
    {
      name: names.profitFactor,
      formula: texts.profitFactor,
      numbers: `${gains} / ${lost}`,
      value: ratioText(profitFactor.value),
      interval: withMethod(intervalText(profitFactor, ratioText), texts.delta),
    },
    {
      name: names.payoff,
      formula: texts.payoff,
      numbers: `(${gains} / ${count(wins)}) / (${lost} / ${count(losses)})`,
      value: ratioText(payoff.value),
      interval: withMethod(intervalText(payoff, ratioText), texts.delta),
    },
    {
      name: names.costShare,
      formula: texts.costShare,
      numbers: `(${usd(figures.spreadCents)} + ${usd(figures.conversionCents)} − ${bracketed(figures.financingCents)}) / ${gains}`,
      value: percentText(figures.costShare.value),
      interval: withMethod(intervalText(figures.costShare, percentText), texts.delta),
    },
    {
      name: columns.size,
      formula: texts.size,
      value: figures.averageSizeCents === null ? "" : usd(figures.averageSizeCents),
    },
  ];
}

function bracketed(cents: number): string {
  const text = usdText(BigInt(cents));
  return cents < 0 ? `(${text})` : text;
}

function equityLines({ largest, recoveryFactor, resultCents }: AnalysisAnswer["equity"]): Line[] {
  if (largest === null) return [];
  const fall = usdText(BigInt(largest.cents));
  return [
    {
      name: names.drawdown,
      formula: texts.drawdown,
      value: centsText(-largest.cents),
    },
    {
      name: texts.recovery,
      formula: texts.recoveryOf,
      numbers: `${centsText(resultCents)} / ${fall}`,
      value: ratioText(recoveryFactor),
    },
  ];
}
