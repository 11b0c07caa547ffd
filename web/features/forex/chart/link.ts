/**
 * Keeps several charts in step. The chart that the user points at leads: the others follow its
 * visible times and its crosshair.
 */
export interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface LinkedChart {
  readonly show: (range: TimeRange) => void;
  /** Shows the crosshair at a time, or hides it. */
  readonly cross: (timeMs: number | undefined) => void;
}

export interface ChartLink {
  /** Adds a chart, which then shows the leader's times. Returns a function that removes it. */
  join(id: string, chart: LinkedChart): () => void;
  lead(id: string): void;
  /** Publishes the visible times of a chart. Ignored unless the chart leads. */
  showRange(id: string, range: TimeRange): void;
  /** Publishes the crosshair of a chart. Ignored unless the chart leads. */
  cross(id: string, timeMs: number | undefined): void;
}

/** Creates a link. `first` is the id of the chart that leads at first. */
export function createLink(first: string): ChartLink {
  const charts = new Map<string, LinkedChart>();
  let leader = first;
  let range: TimeRange | undefined;
  const followers = (id: string) =>
    leader === id ? [...charts].filter(([other]) => other !== id).map(([, chart]) => chart) : [];
  return {
    join(id, chart) {
      charts.set(id, chart);
      if (range !== undefined && leader !== id) chart.show(range);
      return () => {
        charts.delete(id);
        if (leader === id) leader = first;
      };
    },
    lead(id) {
      leader = id;
    },
    showRange(id, next) {
      if (leader === id) range = next;
      for (const chart of followers(id)) chart.show(next);
    },
    cross(id, timeMs) {
      for (const chart of followers(id)) chart.cross(timeMs);
    },
  };
}
