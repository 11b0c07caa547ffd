/**
 * Shows the playback controls and the period's key days. Days that playback has not reached yet are
 * dimmed.
 */
import { clsx } from "clsx";
import { memo } from "react";
import { Pause, Play as PlayIcon } from "lucide-react";
import type { HistoryEvent } from "#economics/history";
import { Button } from "../../ui/controls/Button.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { changeFigure, dayFigure } from "./figure-text.ts";
import type { Replay } from "./replay.ts";
import { eventTexts, timeMachineTexts as texts } from "./strings.ts";
import type { Speed } from "./use-play.ts";

export const PlayControls = memo(function PlayControls(props: {
  isPlaying: boolean;
  toggle: () => void;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
}) {
  const { isPlaying, toggle } = props;
  const Icon = isPlaying ? Pause : PlayIcon;
  return (
    <>
      <Segments
        label={texts.speed}
        value={props.speed}
        onChange={props.onSpeed}
        options={[
          { value: "slow", label: texts.slow },
          { value: "day", label: texts.dayAFrame },
          { value: "week", label: texts.fast },
        ]}
      />
      <Button size="small" onClick={toggle} className="min-w-[88px]">
        <Icon className="size-4" strokeWidth={1.5} aria-hidden />
        {isPlaying ? texts.pause : texts.play}
      </Button>
    </>
  );
});

export function Events(props: {
  replay: Replay;
  events: readonly HistoryEvent[];
  start: number;
  day: number;
}) {
  const { events, start, day } = props;
  const { series } = props.replay;
  return (
    <div className="border-t border-line px-5 pt-3.5 pb-4 max-md:px-4">
      <h3 className="mb-2 text-xs font-medium text-fg-2">{texts.events}</h3>
      {events.length === 0 ? <p className="text-sm text-fg-2">{texts.noEvents}</p> : null}
      <ol className="grid gap-x-8 gap-y-1 text-sm md:grid-cols-2">
        {events.map((event) => (
          <EventLine
            key={`${event.kind} ${event.at}`}
            on={dayFigure(series, event.at)}
            text={eventText(event)}
            isAhead={event.at - start > day}
          />
        ))}
      </ol>
    </div>
  );
}

/** Memoised, because most lines do not change while the user drags the start. */
const EventLine = memo(function EventLine(props: { on: string; text: string; isAhead: boolean }) {
  return (
    <li className={clsx("flex gap-3", props.isAhead && "text-fg-3")}>
      <span className="w-[88px] flex-none whitespace-nowrap text-fg-2">{props.on}</span>
      <span>{props.text}</span>
    </li>
  );
});

function eventText({ kind, size }: HistoryEvent): string {
  return kind === "halving" ? eventTexts.halving(size) : eventTexts[kind](changeFigure(size));
}
