/** Loads the price series and the offers, and replays the terms in the page's URL. */
import { useQuery } from "@tanstack/react-query";
import { memo, useCallback, useMemo, useState } from "react";
import { dayText, eventsOf, shareText } from "#economics/history";
import { replayLimits } from "../../../api/limits.ts";
import { apiQuery } from "../../data/api/query.ts";
import { withMarks, wholeText } from "../../ui/preferences/number-marks.ts";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { Alternatives } from "./Alternatives.tsx";
import { DistributionPanel } from "./DistributionPanel.tsx";
import { dayFigure, outcomeFigure } from "./figure-text.ts";
import { HeadersCheck } from "./HeadersCheck.tsx";
import { offerOf, type NamedOffer, type ReplayCases } from "./replay-offer.ts";
import { replayOf, startOf, startText, stretchOf, type Replay } from "./replay.ts";
import type { ReplaySearch } from "./replay-search.ts";
import { useSeries, type LoadedSeries } from "./series-query.ts";
import { Sources } from "./Sources.tsx";
import { Events, PlayControls } from "./Story.tsx";
import { timeMachineTexts as texts } from "./strings.ts";
import { StretchChart } from "./StretchChart.tsx";
import { TermsForm } from "./TermsForm.tsx";
import { Timeline } from "./Timeline.tsx";
import { usePlay, type Speed } from "./use-play.ts";
import { useReplaySearch, type ReplayState } from "./use-replay.ts";

/** Shorter periods play slowly, because one day per frame would be too fast to follow. */
const SLOW_BELOW_DAYS = 120;

export function TimeMachine() {
  const loaded = useSeries();
  const cases = useQuery(apiQuery("listReplayCases"));
  const state = useReplaySearch();
  return (
    <>
      <Head link={state.link} />
      <Loaded query={loaded} lines={12}>
        {(data) => (
          <Loaded query={cases} lines={12}>
            {(replayCases) => <Machine loaded={data} cases={replayCases} state={state} />}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

const Head = memo(function Head({ link }: { link: () => string }) {
  return (
    <PageHead
      title={texts.title}
      end={
        <CopyButton
          text={link}
          label={texts.copyLink}
          onCopied={() =>
            toast({ title: texts.linkCopiedTitle, description: texts.linkCopiedText })
          }
        >
          {texts.copyLink}
        </CopyButton>
      }
    >
      {texts.lead}
    </PageHead>
  );
});

interface MachineProps {
  loaded: LoadedSeries;
  cases: ReplayCases;
  state: ReplayState;
}

function Machine({ loaded, cases, state }: MachineProps) {
  const { search, change } = state;
  const { series } = loaded;
  const days = search.days ?? replayLimits.daysMin;
  const caseKey = JSON.stringify({ ...search, start: undefined, days });
  // Keep the same object while only the start changes, so that memoised components do not rerender.
  const settled = useMemo(() => JSON.parse(caseKey) as ReplaySearch, [caseKey]);
  const offer = useMemo(() => offerOf(settled, cases), [settled, cases]);
  const replay = useMemo(
    () => (offer === undefined ? undefined : replayOf(series, offer, settled.mode ?? "sold", days)),
    [series, offer, settled, days],
  );
  return (
    <div className="grid gap-4">
      {replay === undefined || offer === undefined ? (
        <Note>{offer === undefined ? texts.gone : texts.nothing}</Note>
      ) : (
        <Verdict replay={replay} />
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_316px] xl:grid-rows-[auto_1fr_auto]">
        <div className="xl:col-start-2">
          <TermsForm {...{ days, cases, change }} search={settled} />
        </div>
        {replay === undefined || offer === undefined ? null : (
          <Replayed {...{ replay, offer, state }} />
        )}
      </div>
      <HeadersCheck headers={loaded.headers} />
      <Sources loaded={loaded} />
    </div>
  );
}

const Verdict = memo(function Verdict({ replay: { distribution, series } }: { replay: Replay }) {
  const { count, paid, apart } = distribution;
  const share = withMarks(shareText(paid, count));
  return (
    <div>
      <p
        className="text-[1.375rem] leading-7 font-semibold tracking-[-0.018em] text-balance"
        aria-live="polite"
      >
        {texts.verdict(share, wholeText(count), dayText(series.firstDay).slice(0, 4))}
      </p>
      <p className="mt-1 text-sm text-fg-2">
        {texts.notForecast(wholeText(paid), wholeText(apart.count), wholeText(apart.paid))}
      </p>
    </div>
  );
});

function Replayed(props: { replay: Replay; offer: NamedOffer; state: ReplayState }) {
  const { replay, offer, state } = props;
  const { series, length } = replay;
  const { change, search } = state;
  const [speed, setSpeed] = useState<Speed>(length < SLOW_BELOW_DAYS ? "slow" : "day");
  const [dragged, setDragged] = useState<number>();
  const start = dragged ?? startOf(search.start, replay);
  const stretch = useMemo(() => stretchOf(replay, start), [replay, start]);
  const events = useMemo(() => eventsOf(series, start, length), [series, start, length]);
  const stops = useMemo(() => events.map(({ at }) => at - start), [events, start]);
  const of = useMemo(() => JSON.stringify(search), [search]);
  const play = usePlay(`${of} ${start}`, stops, length, speed);
  const setStart = useCallback(
    (to: number) => {
      setDragged(undefined);
      change((now) => ({ ...now, start: startText(series, to) }));
    },
    [change, series],
  );
  return (
    <>
      <Panel
        className="xl:col-start-1 xl:row-span-2 xl:row-start-1"
        title={texts.offerFrom(offer.name, dayFigure(series, start))}
        isFlush
      >
        <div className="px-5 pt-4 max-md:px-4">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="text-sm text-fg-2">
              {play.day === length
                ? texts.periodResult(
                    texts.days(wholeText(length)),
                    dayFigure(series, start + length - 1),
                    outcomeFigure(stretch.chosen),
                  )
                : texts.playedDay(play.day, wholeText(length), dayFigure(series, start + play.day))}
            </p>
            <div className="flex flex-wrap items-center gap-2">
              <PlayControls
                isPlaying={play.isPlaying}
                toggle={play.toggle}
                speed={speed}
                onSpeed={setSpeed}
              />
            </div>
          </div>
          <StretchChart replay={replay} stretch={stretch} day={play.day} />
        </div>
        <div className="border-t border-line px-5 pt-3 pb-3 max-md:px-4">
          <Timeline replay={replay} stretch={stretch} onDrag={setDragged} onStart={setStart} />
          <p className="mt-1 text-xs text-fg-3">{texts.startHint}</p>
        </div>
        <Events {...{ replay, events, start }} day={play.day} />
      </Panel>
      <div className="xl:col-start-2 xl:row-start-2">
        <Alternatives replay={replay} stretch={stretch} />
      </div>
      <div className="min-w-0 xl:col-span-2">
        <DistributionPanel {...{ replay, stretch, search }} onStart={setStart} />
      </div>
    </>
  );
}
