/**
 * The analysis of closed trades, as a tab of the desk's lists. A replay shows its own trades, and
 * the live desk never includes replays.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useState } from "react";
import { paths } from "../../../ui/navigation/paths.ts";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Later } from "../../../ui/loading/Later.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Choice } from "../journal/Choice.tsx";
import { useLabels } from "../journal/use-labels.ts";
import { BranchPeriod } from "../branches/BranchPeriod.tsx";
import { branchTexts } from "../branches/strings.ts";
import { SeasonBar } from "../seasons/SeasonBar.tsx";
import { useSeason } from "../seasons/season-context.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { useReplay } from "../source/use-replay.ts";
import { Breakdowns } from "./Breakdowns.tsx";
import { DayCalendar } from "./DayCalendar.tsx";
import { Excursions } from "./Excursions.tsx";
import type { AnalysisAnswer } from "./figure-text.ts";
import { HabitRows } from "./HabitRows.tsx";
import { MainFigures } from "./MainFigures.tsx";
import { ResultChart } from "./ResultChart.tsx";
import { Section } from "./Section.tsx";
import { analysisTexts as texts } from "./strings.ts";
import { TotalsWorking } from "./Working.tsx";

const DAY_MS = 86_400_000;
const FLIPPERS = 10_000;
/** Newest closes for which the server values a replay. */
const REPLAY_CLOSES = 60;
const PERIODS = ["all", "90", "30", "7"] as const;
type PeriodName = (typeof PERIODS)[number];

export function Analysis() {
  const source = useDeskSource();
  const isReplay = source.replayId !== undefined;
  const [{ period, query: times }, setPeriod] = useState(() => periodOf("all"));
  const { season, query: ofSeason } = useSeason();
  // Days before today would be empty in a replay, and mostly in a season that has ended.
  const hasPeriods = !isReplay && (season === "current" || season === "all");
  const [label, setLabel] = useState({ tag: "", mistake: "" });
  const labels = useLabels();
  const branchedAt = useReplay(source.replayId).data?.replay.branchedAt ?? null;
  const [isWhole, setIsWhole] = useState(false);
  const isOwn = branchedAt !== null && !isWhole;
  const query = {
    ...(isOwn ? { from: branchedAt } : hasPeriods ? times : {}),
    ...ofSeason,
    ...(label.tag === "" ? {} : { tag: label.tag }),
    ...(label.mistake === "" ? {} : { mistake: label.mistake }),
  };
  const analysis = useQuery({
    ...source.query("getForexAnalysis", { query }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData: isOld } = analysis;
  return (
    <>
      <SeasonBar />
      {(data?.totals.closedTrades ?? 0) === 0 ? null : (
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 empty:hidden max-md:px-4">
          {hasPeriods ? (
            <Segments
              label={texts.period}
              value={period}
              onChange={(next) => setPeriod(periodOf(next))}
              options={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
            />
          ) : null}
          {branchedAt === null ? null : <BranchPeriod isWhole={isWhole} onChange={setIsWhole} />}
          {(labels?.tags.length ?? 0) === 0 ? null : (
            <Choice
              label={texts.tag}
              value={label.tag}
              values={labels?.tags ?? []}
              onChange={(tag) => setLabel({ ...label, tag })}
            />
          )}
          {(labels?.mistakes.length ?? 0) === 0 ? null : (
            <Choice
              label={texts.mistake}
              value={label.mistake}
              values={labels?.mistakes ?? []}
              onChange={(mistake) => setLabel({ ...label, mistake })}
            />
          )}
        </div>
      )}
      {isOwn ? (
        <div className="border-b border-line p-4">
          <Note>{branchTexts.inherited}</Note>
        </div>
      ) : null}
      {label.tag === "" && label.mistake === "" ? null : (
        <div className="border-b border-line p-4">
          <Note>{texts.labelled}</Note>
        </div>
      )}
      <Loaded query={analysis} isFlush lines={8}>
        {(answer) => (
          <div className={clsx(isOld && "opacity-60")} aria-busy={isOld}>
            {answer.totals.closedTrades === 0 ? (
              <Empty title={texts.emptyTitle}>
                {isReplay || season === "all" ? texts.empty : texts.emptySeason}
              </Empty>
            ) : answer.figures.n === 0 ? (
              <Empty title={texts.emptySelectionTitle}>{texts.emptySelection}</Empty>
            ) : (
              <Report answer={answer} isReplay={isReplay} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function periodOf(period: PeriodName) {
  if (period === "all") return { period, query: {} };
  const from = new Date(Date.now() - Number(period) * DAY_MS).toISOString();
  return { period, query: { from } };
}

function Report({ answer, isReplay }: { answer: AnalysisAnswer; isReplay: boolean }) {
  const { figures, tradesMin } = answer;
  return (
    <>
      {figures.n >= tradesMin ? null : (
        <div className="border-b border-line p-4">
          <Note>{texts.tooFewOf(figures.n, tradesMin)}</Note>
        </div>
      )}
      {answer.isComplete ? null : (
        <div className="border-b border-line p-4">
          <Note>{texts.incomplete}</Note>
        </div>
      )}
      <MainFigures answer={answer} />
      <Later>
        <Section
          title={texts.curve}
          foot={isReplay ? texts.curveFootOfReplay(wholeText(REPLAY_CLOSES)) : texts.curveFoot}
          end={<TotalsWorking answer={answer} />}
        >
          <ResultChart days={answer.equity.days} />
        </Section>
        <Breakdowns answer={answer} />
        <HabitRows answer={answer} />
        <Section
          title={texts.excursions}
          foot={texts.excursionsFoot[answer.excursions.prices]}
          isFlush
        >
          <Excursions answer={answer} />
        </Section>
        <DayCalendar days={answer.calendar} />
      </Later>
      {isReplay ? null : (
        <p className="px-5 py-3 text-sm text-fg-2 max-md:px-4">
          {texts.luck(wholeText(FLIPPERS))} <Link {...paths.forexDays}>{texts.luckLink}</Link>
        </p>
      )}
    </>
  );
}
