/** Chooses the instrument and timeframe of a chart other than the main one. */
import { BLIND_PAIR, GRANULARITIES, PAIRS } from "#market";
import { pairName } from "../quotes/price-text.ts";
import { granularityNamed, type SideChart } from "../view/chart-layout.ts";
import { chartTexts as texts } from "./strings.ts";

const SELECT = "h-8 min-w-0 rounded-md border border-line-control bg-field px-1.5 text-sm text-fg";

export function SideChartHead(props: {
  chart: SideChart;
  /** Place of the chart, counted from 1. */
  number: number;
  onChange: (chart: SideChart) => void;
}) {
  const { chart, onChange } = props;
  const name = texts.sideChart(props.number);
  const names: Readonly<Record<string, string>> = texts.names;
  return (
    <fieldset className="flex items-center gap-2 px-3 py-1.5" aria-label={name}>
      <select
        aria-label={`${name}: ${texts.instrument}`}
        className={SELECT}
        value={chart.instrument}
        onChange={({ currentTarget: { value } }) => onChange({ ...chart, instrument: value })}
      >
        {(chart.instrument === BLIND_PAIR.name ? [BLIND_PAIR] : PAIRS).map((pair) => (
          <option key={pair.name} value={pair.name}>
            {pairName(pair.name)}
          </option>
        ))}
      </select>
      <select
        aria-label={`${name}: ${texts.timeframe}`}
        className={SELECT}
        value={chart.timeframe}
        onChange={({ currentTarget: { value } }) => {
          const timeframe = granularityNamed(value);
          if (timeframe) onChange({ ...chart, timeframe });
        }}
      >
        {Object.keys(GRANULARITIES).map((granularity) => (
          <option key={granularity} value={granularity}>
            {names[granularity] ?? granularity}
          </option>
        ))}
      </select>
    </fieldset>
  );
}
