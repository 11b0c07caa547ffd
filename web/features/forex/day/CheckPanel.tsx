/** The panel "Check this day", with the progress of loading and computing, and then the result. */
import { useId } from "react";
import type { Difference } from "#market";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ErrorCard } from "../../../ui/loading/ErrorCard.tsx";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import type { DayAnswer, DayCheck } from "./check-day.ts";
import { DifferenceLines } from "./DifferenceLines.tsx";
import { EventChecks } from "./EventChecks.tsx";
import { dayTexts as texts } from "./strings.ts";
import { useDayCheck, type CheckState } from "./use-day-check.ts";

export function CheckPanel({ day, isSignedIn }: { day: DayAnswer; isSignedIn: boolean }) {
  const { state, run } = useDayCheck(day.date, isSignedIn);
  const isBusy = state.phase === "loading" || state.phase === "computing";
  const isDone = state.phase === "done";
  return (
    <Panel
      title={texts.result}
      end={
        day.seed === null ? null : (
          <Button
            variant={isDone ? "default" : "primary"}
            size="small"
            isBusy={isBusy}
            busyLabel={texts.checking}
            onClick={() => void run()}
          >
            {isDone ? texts.checkAgain : texts.checkThis}
          </Button>
        )
      }
      isFlush={isDone}
    >
      <div aria-live="polite" aria-busy={isBusy}>
        {day.seed === null ? (
          <p className="text-sm text-fg-2">{texts.secret(fullText(new Date(day.closesAt)))}</p>
        ) : (
          <State state={state} isSignedIn={isSignedIn} retry={() => void run()} />
        )}
      </div>
    </Panel>
  );
}

function State(props: { state: CheckState; isSignedIn: boolean; retry: () => void }) {
  const { state } = props;
  if (state.phase === "idle")
    return (
      <p className="max-w-[72ch] text-sm text-fg-2">
        {texts.proves[0]} {props.isSignedIn ? null : texts.signedOut}
      </p>
    );
  if (state.phase === "failed") return <ErrorCard error={state.error} onRetry={props.retry} />;
  if (state.phase === "done") return <Result check={state.check} ms={state.ms} />;
  const isLoading = state.phase === "loading";
  const share = isLoading ? state.done / state.total : state.share;
  const words = isLoading
    ? texts.loading(state.done, state.total)
    : texts.computing(Math.floor(share * 100));
  return <Progress share={share} words={words} />;
}

function Progress({ share, words }: { share: number; words: string }) {
  const id = useId();
  return (
    <div className="grid gap-2 text-sm text-fg-2">
      <label htmlFor={id}>{words}</label>
      <progress id={id} className="day-progress" max={1} value={share} />
    </div>
  );
}

function Result({ check, ms }: { check: DayCheck; ms: number }) {
  const { commitment, start, announcements, ticks, events } = check;
  const wrong = (events ?? []).filter(
    ({ differences, unchecked }) => differences.length > 0 || unchecked !== undefined,
  );
  const counts = [wholeText(wrong.length), wholeText(events?.length ?? 0)] as const;
  return (
    <>
      <ol className="grid">
        <Step name={texts.steps.seed} isRight={commitment.length === 0} differences={commitment}>
          {texts.seedRight}
        </Step>
        <Step name={texts.steps.start} isRight={start.length === 0} differences={start}>
          {check.isFirstDay ? texts.startFirst : texts.startFollows}
        </Step>
        <Step
          name={texts.steps.announcements}
          isRight={announcements.length === 0}
          differences={announcements}
        >
          {texts.announcementsRight}
        </Step>
        <Step
          name={texts.steps.ticks}
          isRight={ticks.differenceCount === 0}
          differences={ticks.differences}
        >
          {ticks.differenceCount === 0
            ? texts.ticksRight(wholeText(ticks.count), wholeText(ticks.candles))
            : texts.ticksWrong(wholeText(ticks.differenceCount))}
        </Step>
        <Step
          name={texts.steps.events}
          isRight={events && events.length > 0 ? wrong.length === 0 : undefined}
        >
          {events === undefined
            ? texts.signedOut
            : events.length === 0
              ? texts.noEvents
              : wrong.length === 0
                ? texts.eventsRight(counts[1])
                : texts.eventsWrong(...counts)}
        </Step>
      </ol>
      {events && events.length > 0 ? <EventChecks events={events} /> : null}
      <p className="border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4">
        {texts.took(decimalText(String(ms / 1000), 1))}
      </p>
    </>
  );
}

/** One step of the check. `isRight` is undefined if there was nothing to check. */
function Step(props: {
  name: string;
  isRight: boolean | undefined;
  differences?: readonly Difference[];
  children: string;
}) {
  const { isRight, differences = [] } = props;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-5 py-3 text-sm last:border-b-0 max-md:px-4">
      <strong className="w-24 flex-none font-semibold">{props.name}</strong>
      <div className="min-w-0 flex-1 basis-64">
        {isRight === false && differences.length > 0 ? null : (
          <p className="text-fg-2">{props.children}</p>
        )}
        <DifferenceLines differences={differences} />
      </div>
      {isRight === undefined ? null : (
        <Tag kind={isRight ? "up" : "down"}>{isRight ? texts.right : texts.differs}</Tag>
      )}
    </li>
  );
}
