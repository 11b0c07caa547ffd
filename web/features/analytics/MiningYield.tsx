/** Payouts as bars in ink against the expected yield as dashes in steel, by step of the series. */
import {
  ChartFrame,
  ChartText,
  GridLine,
  Legend,
  LegendEntry,
  type ChartSize,
} from "../../ui/charts/ChartParts.tsx";
import { useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { linear } from "../../ui/charts/scale.ts";
import { useReferenceRate, useUnit } from "../../ui/preferences/unit.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { amountText } from "../../ui/amounts/amount-format.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts } from "./strings.ts";

type Series = Analytics["series"];

/** Bars stay thin for an account that has mined for a few days only. */
const SLOT_MAX_PX = 16;
/** Room for the first and the last day side by side. */
const LABELS_PX = 200;

const WIDE: ChartSize = { width: 1180, height: 220, right: 1090, top: 16, bottom: 192 };
const NARROW: ChartSize = { width: 312, height: 220, right: 232, top: 16, bottom: 192 };

export function MiningYield({ analytics }: { analytics: Analytics }) {
  const { mining, series } = analytics;
  const unit = useUnit();
  const centsPerBtc = useReferenceRate();
  const isEmpty = mining.expectedSats === 0 && mining.minedSats === 0;
  const textOf = (sats: number) => {
    const text = amountText(BigInt(Math.round(sats)), unit, { centsPerBtc });
    return `${text.sign}${text.zeros}${text.digits}`;
  };
  return (
    <Panel
      title={texts.mining}
      end={
        isEmpty ? undefined : (
          <span className="text-xs text-fg-2">
            {texts.paid} <Amount sats={mining.minedSats} className="font-medium text-fg" /> of{" "}
            <Amount sats={mining.expectedSats} /> expected
          </span>
        )
      }
      foot={
        isEmpty ? undefined : (
          <div className="grid gap-1.5">
            <Legend>
              <LegendEntry kind="own">{texts.paid}</LegendEntry>
              <LegendEntry kind="expected">{texts.expected}</LegendEntry>
            </Legend>
            <span>
              {texts.miningNote} {analytics.stepDays > 1 ? "One bar is a week." : ""}
            </span>
          </div>
        )
      }
    >
      {isEmpty ? (
        <p className="text-sm text-fg-2">{texts.noMining}</p>
      ) : (
        <ChartFrame
          summary={`Mining, ${dayText(analytics.from)} to ${dayText(analytics.to)}: paid ${textOf(mining.minedSats)}, expected ${textOf(mining.expectedSats)} ${unit}.`}
          wide={WIDE}
          narrow={NARROW}
        >
          {(size) => <Drawing series={sinceMining(series)} size={size} />}
        </ChartFrame>
      )}
    </Panel>
  );
}

/** From the first step in which anything was expected or paid. */
function sinceMining(series: Series): Series {
  const first = series.findIndex((step) => step.minedSats !== 0 || step.expectedMinedSats !== 0);
  return series.slice(Math.max(0, first));
}

function Drawing({ series, size }: { series: Series; size: ChartSize }) {
  const highest = Math.max(
    1,
    ...series.flatMap((step) => [step.minedSats, step.expectedMinedSats]),
  );
  const y = linear([0, highest], [size.bottom, size.top]);
  const ticks = useChartAmounts().ticks(highest, 3);
  const slot = Math.min(SLOT_MAX_PX, size.right / series.length);
  const end = slot * series.length;
  const gap = slot > 4 ? 1 : 0;
  return (
    <>
      {ticks.map(({ sats, text }) => (
        <g key={sats}>
          <GridLine y={y(sats)} right={size.right} />
          <ChartText x={size.width} y={y(sats) + 4} anchor="end">
            {text}
          </ChartText>
        </g>
      ))}
      {series.map((step, index) => (
        <rect
          key={step.date}
          x={index * slot + gap}
          y={y(Math.max(0, step.minedSats))}
          width={Math.max(0.5, slot - 2 * gap)}
          height={size.bottom - y(Math.max(0, step.minedSats))}
          className="fill-fg"
        />
      ))}
      <path
        d={series
          .map(({ expectedMinedSats: expected }, index) =>
            expected === 0 ? "" : `M${index * slot} ${y(expected)}h${slot}`,
          )
          .join("")}
        className="fill-none stroke-ref"
        strokeWidth={1.5}
        strokeDasharray={slot > 8 ? "3 3" : undefined}
      />
      <ChartText x={0} y={size.bottom + 20}>
        {dayText(series[0]?.date ?? "")}
      </ChartText>
      {end < LABELS_PX ? null : (
        <ChartText x={end} y={size.bottom + 20} anchor="end">
          {dayText(series.at(-1)?.date ?? "")}
        </ChartText>
      )}
    </>
  );
}
