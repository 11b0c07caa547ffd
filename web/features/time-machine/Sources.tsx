/**
 * Shows the sources and licence of the data, the last day of the series, and the factors that the
 * replay ignores.
 */
import { memo } from "react";
import { dayText } from "#economics/history";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { LoadedSeries } from "./series-query.ts";
import { sourceTexts, timeMachineTexts as texts } from "./strings.ts";

export const Sources = memo(function Sources({ loaded }: { loaded: LoadedSeries }) {
  const { series, headers, prices } = loaded;
  const last = dayText(series.lastDay);
  const carried = series.carriedDays.length;
  return (
    <Panel title={texts.sources}>
      <div className="grid gap-x-10 gap-y-3 text-sm text-fg-2 md:grid-cols-2 [&_strong]:font-semibold [&_strong]:text-fg">
        <p>
          <strong>{sourceTexts.difficultyTitle}</strong>{" "}
          {sourceTexts.difficulty(wholeText(headers.length))}
        </p>
        <p>
          <strong>{sourceTexts.pricesTitle}</strong>{" "}
          {sourceTexts.prices(prices.source, prices.licence)}{" "}
          {carried === 0 ? sourceTexts.noneMissing : sourceTexts.missing(carried)}
        </p>
        <p>
          <strong>{sourceTexts.endTitle(last)}</strong>{" "}
          {sourceTexts.end(wholeText(series.days), dayText(series.firstDay))}
        </p>
        <p>
          <strong>{sourceTexts.leftOutTitle}</strong> {sourceTexts.leftOut}
        </p>
      </div>
    </Panel>
  );
});
