/** The profitability calculator. It runs in the browser with the same formulas as the server. */
import { calculate, type Calculation, type CalculatorInput } from "#economics";
import { calculatorLimits } from "../../../../api/limits.ts";
import { Legend, LegendEntry } from "../../../ui/charts/Legend.tsx";
import { groupedText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { CaseReplayLine } from "../../replay/ReplayLine.tsx";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Figure, Plate, Plates } from "../../../ui/layout/Plates.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { projectedUsd } from "../reference/figure-text.ts";
import type { ReferenceValues } from "../reference/reference-terms.ts";
import { calculatorTexts as texts } from "./strings.ts";
import { Working } from "../reference/Working.tsx";
import { calculatorDefaults, HORIZONS } from "./calculator-search.ts";
import { CalculatorForm } from "./CalculatorForm.tsx";
import { ProjectionChart } from "./ProjectionChart.tsx";
import { useCalculator } from "./use-calculator.ts";
import { verdictOf } from "./verdict.ts";

export function Calculator({ reference }: { reference: ReferenceValues }) {
  const calculator = useCalculator(calculatorDefaults(reference));
  const { input } = calculator;
  return (
    <section aria-labelledby="calculator-title" className="mt-5">
      <div className="mb-3.5 flex flex-wrap items-end gap-3">
        <h2 id="calculator-title" className="title text-[1.375rem] leading-7 max-md:w-full">
          {texts.title}
        </h2>
        <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1 max-md:ml-0">
          <span className="flex items-center gap-x-3 max-md:-ml-2.5">
            <Working reference={reference}>
              <CalculatorWorking input={input} />
            </Working>
            <CopyButton
              text={calculator.link()}
              label={texts.copyLink}
              onCopied={() =>
                toast({ title: texts.linkCopiedTitle, description: texts.linkCopiedText })
              }
            />
          </span>
          <Segments
            label={texts.horizon}
            value={String(input.horizonDays)}
            onChange={(days) => calculator.change("horizonDays", Number(days))}
            options={HORIZONS.map((days, index) => ({
              value: String(days),
              label: texts.horizons[index],
            }))}
          />
        </div>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[300px_minmax(0,1fr)]">
        <CalculatorForm calculator={calculator} reference={reference} />
        <CalculatorResult input={input} />
      </div>
    </section>
  );
}

function CalculatorResult({ input }: { input: CalculatorInput }) {
  const today = useNow(3_600_000);
  const result = calculate(input);
  const longest = { ...input, horizonDays: calculatorLimits.horizonDays };
  const isCosting = result.powerUsdPerDay > 0 || input.upFrontUsd > 0;
  const verdict = verdictOf(longest, calculate(longest), today);
  return (
    <Panel
      isFlush
      foot={
        <Legend>
          <LegendEntry kind="own">{texts.inputs}</LegendEntry>
          <LegendEntry kind="band">{texts.band}</LegendEntry>
          <LegendEntry kind="breakEven">{texts.breakEven}</LegendEntry>
        </Legend>
      }
    >
      <DailyFigures result={result} />
      <div
        className="flex flex-wrap items-baseline gap-x-5 gap-y-2 px-5 pt-[18px] pb-1 max-md:px-4"
        aria-live="polite"
      >
        <strong className="text-[1.375rem] leading-7 font-semibold tracking-[-0.018em]">
          {verdict.title}
        </strong>
        <span className="text-sm text-pretty text-fg-2">{verdict.text}</span>
      </div>
      {isCosting ? (
        <div className="px-5 pt-1 max-md:px-4">
          <CaseReplayLine
            search={{
              earns: sixDecimals(result.usdPerDay),
              uses: sixDecimals(result.powerUsdPerDay),
              price: sixDecimals(input.upFrontUsd),
              days: input.horizonDays,
            }}
          />
        </div>
      ) : null}
      <div className="p-5 pt-3 max-md:p-4">
        <ProjectionChart series={result.series} />
      </div>
    </Panel>
  );
}

function DailyFigures({ result }: { result: Calculation }) {
  const profit = result.profitUsdPerDay;
  return (
    <Plates
      label={texts.perDay}
      className="grid-cols-2 rounded-none! border-0! border-b! md:grid-cols-4 rounded-t-lg!"
    >
      <Plate label={texts.btcPerDay}>
        <Figure size="normal">
          <Amount sats={wholeSats(result.btcPerDay)} unit="BTC" hasUnit={false} />
        </Figure>
      </Plate>
      <Plate label={texts.worth}>
        <Figure size="normal">{projectedUsd(result.usdPerDay)}</Figure>
      </Plate>
      <Plate label={texts.powerCost}>
        <Figure size="normal">{projectedUsd(-result.powerUsdPerDay)}</Figure>
      </Plate>
      <Plate label={texts.result}>
        <Figure size="normal">
          <span className={profit < 0 ? "text-down" : profit > 0 ? "text-up" : undefined}>
            {projectedUsd(profit, { isSigned: true })}
          </span>
        </Figure>
      </Plate>
    </Plates>
  );
}

function CalculatorWorking({ input }: { input: CalculatorInput }) {
  const result = calculate(input);
  return (
    <p className="mono text-sm break-words">
      {plain(input.hashRateThs)} x 10^12 x {plain(86_400)} x{" "}
      {plain(input.subsidyBtc + input.feesBtc)} x (1 - {plain(input.poolFeePercent)} %) / (
      {withMarks(input.difficulty.toExponential())} x 2^32) ={" "}
      {groupedText(result.btcPerDay.toFixed(8))} BTC = {projectedUsd(result.usdPerDay)} USD; power{" "}
      {plain(input.powerKw)} kW x 24 h x {plain(input.usdPerKwh)} ={" "}
      {projectedUsd(result.powerUsdPerDay)} USD
    </p>
  );
}

function plain(number: number): string {
  return groupedText(String(number));
}

/** Rounds to six decimals, the precision of the time machine's values. */
function sixDecimals(usd: number): number {
  return Number(usd.toFixed(6));
}

/** Converts a projected amount to whole satoshis for display, rounded down. */
function wholeSats(btc: number): bigint {
  return BigInt(Math.floor(btc * 1e8));
}
