/** The main figures of the user's closed Forex trades, with a link to their full analysis. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import {
  centsInterval,
  intervalText,
  percentText,
  ratioText,
  type AnalysisAnswer,
} from "../forex/analysis/figure-text.ts";
import { SeasonChoice } from "../forex/seasons/SeasonChoice.tsx";
import { useSeasons } from "../forex/seasons/use-seasons.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Usd } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Plate } from "../../ui/layout/Plates.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { analyticsTexts } from "./strings.ts";

const { forex: texts } = analyticsTexts;
const STALE_MS = 300_000;
const FIGURE = "text-md font-[550]";

/** Renders nothing while the account has no closed trades. */
export function ForexPanel() {
  const [season, setSeason] = useState("current");
  const seasons = useSeasons();
  const { data } = useQuery({
    ...apiQuery("getForexAnalysis", { query: { season } }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  const hasSeasons = (seasons.data?.items.length ?? 0) > 0;
  if (data === undefined || (data.figures.n === 0 && !hasSeasons)) return null;
  const { n } = data.figures;
  return (
    <Panel
      title={texts.title}
      isFlush
      end={
        <Link
          {...paths.forex}
          search={{ list: "analysis", part: "positions", season }}
          className={buttonClass({ size: "small" })}
        >
          {texts.link}
        </Link>
      }
      foot={n < data.tradesMin ? texts.tooFew(n, data.tradesMin) : countsText(data)}
    >
      {hasSeasons ? (
        <div className="border-b border-line px-5 py-2.5 max-md:px-4">
          <SeasonChoice season={season} onChange={setSeason} />
        </div>
      ) : null}
      <Figures answer={data} isGrey={n < data.tradesMin} />
    </Panel>
  );
}

function countsText({ season, figures: { n, wins, losses } }: AnalysisAnswer): string {
  const counts = [wholeText(n), wholeText(wins), wholeText(losses)] as const;
  return season === null ? texts.counts(...counts) : texts.countsOfSeason(season, ...counts);
}

function Figures({ answer, isGrey }: { answer: AnalysisAnswer; isGrey: boolean }) {
  const { resultCents, expectancy, profitFactor, costShare } = answer.figures;
  const look = isGrey ? `${FIGURE} text-fg-3` : FIGURE;
  return (
    <div className="grid grid-cols-2 gap-px bg-line xl:grid-cols-4">
      <Plate label={texts.result} foot={texts.resultFoot}>
        <span className={FIGURE}>
          <Usd cents={resultCents} isSigned isResult hasUnit={false} />
        </span>
      </Plate>
      <Plate label={texts.expectancy} foot={centsInterval(expectancy) ?? texts.noInterval}>
        <span className={look}>
          <Usd cents={expectancy.cents ?? 0} isSigned hasUnit={false} />
        </span>
      </Plate>
      <Plate
        label={texts.profitFactor}
        foot={intervalText(profitFactor, ratioText) ?? texts.noInterval}
      >
        <span className={look}>{ratioText(profitFactor.value)}</span>
      </Plate>
      <Plate
        label={texts.costShare}
        foot={intervalText(costShare, percentText) ?? texts.noInterval}
      >
        <span className={look}>{percentText(costShare.value)}</span>
      </Plate>
    </div>
  );
}
