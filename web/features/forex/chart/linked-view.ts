/** Connects a chart to the link that keeps several charts in step. */
import type { IChartApi, ISeriesApi, UTCTimestamp } from "lightweight-charts";
import type { ChartView } from "./axis/chart-view.ts";
import type { ChartLink } from "./link.ts";

/** Minimum number of bars that a follower shows. A coarser chart would show too few otherwise. */
const BARS_MIN = 12;

export interface ChartPlace {
  readonly link: ChartLink;
  /** Id of the chart in the link. */
  readonly id: string;
}

/**
 * Joins the link. Call the returned `begin` once there are bars, and `leave` when the chart is
 * removed.
 */
export function linkedView(
  parts: {
    readonly chart: IChartApi;
    readonly candles: ISeriesApi<"Candlestick">;
    readonly view: ChartView;
    readonly element: HTMLElement;
  },
  { link, id }: ChartPlace,
): { readonly begin: () => void; readonly leave: () => void } {
  const { chart, candles, view, element } = parts;
  const scale = chart.timeScale();
  const publish = () => {
    const range = scale.getVisibleLogicalRange();
    const fromMs = range ? view.timeAt(range.from) : undefined;
    const untilMs = range ? view.timeAt(range.to) : undefined;
    if (fromMs !== undefined && untilMs !== undefined) link.showRange(id, { fromMs, untilMs });
  };
  const lead = () => link.lead(id);
  for (const name of ["pointerenter", "pointerdown"] as const) element.addEventListener(name, lead);
  scale.subscribeVisibleLogicalRangeChange(publish);
  chart.subscribeCrosshairMove(({ logical }) => {
    link.cross(id, logical === undefined ? undefined : view.timeAt(logical));
  });
  let leaveLink: (() => void) | undefined;
  return {
    begin() {
      publish();
      leaveLink ??= link.join(id, {
        show({ fromMs, untilMs }) {
          const [from, to] = [view.positionOf(fromMs), view.positionOf(untilMs)];
          if (from === undefined || to === undefined) return;
          scale.setVisibleLogicalRange({ from: Math.min(from, to - BARS_MIN), to });
        },
        cross(timeMs) {
          const position = timeMs === undefined ? undefined : view.positionOf(timeMs);
          const bar = position === undefined ? undefined : view.barAt(Math.floor(position));
          if (bar) chart.setCrosshairPosition(bar.close, bar.time as UTCTimestamp, candles);
          else chart.clearCrosshairPosition();
        },
      });
    },
    leave() {
      leaveLink?.();
      for (const name of ["pointerenter", "pointerdown"] as const)
        element.removeEventListener(name, lead);
    },
  };
}
