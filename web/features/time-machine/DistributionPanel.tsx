/**
 * Shows the outcomes of all starting days as a histogram. Buttons select the worst, median and best
 * start.
 */
import { memo } from "react";
import type { Ranked } from "#economics/history";
import { Button } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { dayFigure, outcomeFigure } from "./figure-text.ts";
import { OutcomeHistogram } from "./OutcomeHistogram.tsx";
import type { ReplaySearch } from "./replay-search.ts";
import type { Replay, Stretch } from "./replay.ts";
import { timeMachineTexts as texts } from "./strings.ts";

const CSV_PATH = "/api/v1/history/outcomes.csv";

export function DistributionPanel(props: {
  replay: Replay;
  stretch: Stretch;
  search: ReplaySearch;
  onStart: (start: number) => void;
}) {
  const { replay, stretch, search, onStart } = props;
  const { distribution } = replay;
  return (
    <Panel
      title={texts.distribution}
      end={
        <a href={csvAddress(search)} download className={buttonClass({ size: "small" })}>
          {texts.download}
        </a>
      }
      foot={texts.histogramFoot(
        outcomeFigure(distribution.low.millionths),
        outcomeFigure(distribution.median.millionths),
        outcomeFigure(distribution.high.millionths),
      )}
    >
      <OutcomeHistogram replay={replay} bar={stretch.bar} chosen={stretch.chosen} />
      <KnownStarts replay={replay} onStart={onStart} />
    </Panel>
  );
}

const KnownStarts = memo(function KnownStarts(props: {
  replay: Replay;
  onStart: (start: number) => void;
}) {
  const { distribution, series } = props.replay;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {(
        [
          [texts.worst, distribution.worst],
          [texts.medianStart, distribution.median],
          [texts.best, distribution.best],
        ] as const
      ).map(([name, { start, millionths }]: readonly [string, Ranked]) => (
        <Button key={name} size="small" onClick={() => props.onStart(start)}>
          <span className="text-fg-2">{name}</span> {outcomeFigure(millionths)}
          <span className="text-fg-3">{dayFigure(series, start)}</span>
        </Button>
      ))}
    </div>
  );
});

/**
 * Returns the CSV's URL. The route accepts the page's parameters and also defaults to the first
 * plan.
 */
function csvAddress({ start: _start, ...search }: ReplaySearch): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) query.set(name, String(value));
  const hasCase = ["plan", "rig", "ratio", "earns", "apy"].some((name) => query.has(name));
  if (!hasCase) query.set("plan", "starter-rig");
  return `${CSV_PATH}?${query}`;
}
