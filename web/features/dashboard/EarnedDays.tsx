/** Shows the daily earnings of the last days as bars, with today's total in the header. */
import { AxisLabels, ChartText, GridLine } from "../../ui/charts/labels.tsx";
import { Bars } from "../../ui/charts/marks.tsx";
import { Plot, type PlotSize } from "../../ui/charts/Plot.tsx";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { utcDayText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { chartAmounts, useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { DAYS_SHOWN, earnedDays, type EarnedDay } from "./earned-days.ts";
import { dashboardTexts as texts } from "./strings.ts";

const WIDE: PlotSize = { width: 780, height: 120, right: 780, top: 22, bottom: 96 };
const NARROW: PlotSize = { width: 312, height: 120, right: 312, top: 22, bottom: 96 };
const GAP_SHARE = 0.35;

export function EarnedDays({ mining }: { mining: Mining }) {
  const days = earnedDays(mining, useNow(60_000));
  const amounts = useChartAmounts();
  const most = Math.max(1, ...days.map(({ sats }) => sats));
  const best = days.findLastIndex(({ sats }) => sats === most);
  const isRight = best > days.length / 2;
  // Hidden on the first day, because the chart above already shows today's earnings.
  if (days.slice(0, -1).every(({ sats }) => sats === 0)) return null;
  return (
    <Panel
      title={texts.days}
      end={
        <span className="text-sm text-fg-2">
          <Sentence
            text={mining.accruedEarnedSats > 0 ? texts.todayWithAccrued : texts.today}
            parts={{
              earned: (
                <strong className="font-semibold text-fg">
                  <Amount sats={days.at(-1)?.sats ?? 0} />
                </strong>
              ),
              accrued: <Amount sats={mining.accruedEarnedSats} />,
            }}
          />
        </span>
      }
    >
      <Plot
        summary={summaryOf(days)}
        wide={WIDE}
        narrow={NARROW}
        x={[0, days.length]}
        y={[0, most]}
      >
        {({ size, x }) => (
          <>
            <GridLine at={0} />
            <Bars
              bars={days.map(({ date, sats }) => ({ key: date, value: sats }))}
              slot={x(1)}
              width={x(1) * (1 - GAP_SHARE)}
              areOthersQuiet
            />
            {best < 0 ? null : (
              <ChartText
                x={x(isRight ? best + 1 - GAP_SHARE : best)}
                y={size.top - 8}
                anchor={isRight ? "end" : "start"}
                look="strong"
                text={amounts.text(most)}
              />
            )}
            <AxisLabels start={dayText(days[0]?.date)} end={texts.chartTodayUtc} below={18} />
          </>
        )}
      </Plot>
    </Panel>
  );
}

/** Formats a UTC day, such as `8 Nov`. */
function dayText(date: string | undefined): string {
  return date === undefined ? "" : utcDayText(new Date(date));
}

const btc = chartAmounts("BTC", undefined).text;

function summaryOf(days: readonly EarnedDay[]): string {
  const sum = days.reduce((sats, day) => sats + day.sats, 0);
  return texts.daysSummary(DAYS_SHOWN, btc(sum), btc(days.at(-1)?.sats ?? 0));
}
