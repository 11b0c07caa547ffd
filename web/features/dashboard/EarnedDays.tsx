/** What each of the last days earned, as bars; today's sum stands beside the title. */
import { ChartFrame, ChartText, GridLine, type ChartSize } from "../../ui/charts/ChartParts.tsx";
import { linear } from "../../ui/charts/scale.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { utcDayText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { chartAmounts, useChartAmounts } from "../../ui/charts/chart-amounts.ts";
import { DAYS_SHOWN, earnedDays, type EarnedDay } from "./earned-days.ts";
import { dashboardTexts as texts } from "./strings.ts";

const WIDE: ChartSize = { width: 780, height: 120, right: 780, top: 22, bottom: 96 };
const NARROW: ChartSize = { width: 312, height: 120, right: 312, top: 22, bottom: 96 };
const GAP_SHARE = 0.35;

export function EarnedDays({ mining }: { mining: Mining }) {
  const days = earnedDays(mining, useNow(60_000));
  // On the first day "Today" above has said it all.
  if (days.slice(0, -1).every(({ sats }) => sats === 0)) return null;
  return (
    <Panel
      title={texts.days}
      end={
        <span className="text-sm text-fg-2">
          {texts.today}{" "}
          <strong className="font-semibold text-fg">
            <Amount sats={mining.earnedTodaySats} />
          </strong>
        </span>
      }
    >
      <ChartFrame summary={summaryOf(days)} wide={WIDE} narrow={NARROW}>
        {(size) => <Bars days={days} size={size} />}
      </ChartFrame>
    </Panel>
  );
}

function Bars({ days, size }: { days: readonly EarnedDay[]; size: ChartSize }) {
  const amounts = useChartAmounts();
  const most = Math.max(1, ...days.map(({ sats }) => sats));
  const y = linear([0, most], [size.bottom, size.top]);
  const step = size.right / days.length;
  const best = days.findLastIndex(({ sats }) => sats === most);
  return (
    <>
      <GridLine y={size.bottom} right={size.right} />
      {days.map(({ date, sats }, index) => (
        <rect
          key={date}
          x={index * step}
          width={step * (1 - GAP_SHARE)}
          y={y(sats)}
          height={size.bottom - y(sats)}
          className={index === days.length - 1 ? "fill-fg" : "fill-fg-3"}
        />
      ))}
      {best < 0 ? null : (
        <ChartText
          x={best > days.length / 2 ? (best + 1 - GAP_SHARE) * step : best * step}
          y={size.top - 8}
          anchor={best > days.length / 2 ? "end" : "start"}
          look="strong"
        >
          {amounts.text(most)}
        </ChartText>
      )}
      <ChartText x={0} y={size.bottom + 18}>
        {days[0] === undefined ? "" : dayText(days[0].date)}
      </ChartText>
      <ChartText x={size.right} y={size.bottom + 18} anchor="end">
        today, UTC
      </ChartText>
    </>
  );
}

/** `8 Nov`, the UTC day. */
function dayText(date: string): string {
  return utcDayText(new Date(date));
}

const btc = chartAmounts("BTC", undefined).text;

function summaryOf(days: readonly EarnedDay[]): string {
  const sum = days.reduce((sats, day) => sats + day.sats, 0);
  return `Earned in the last ${DAYS_SHOWN} days: ${btc(sum)} BTC, today ${btc(days.at(-1)?.sats ?? 0)} BTC.`;
}
