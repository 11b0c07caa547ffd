/** Where the days come from, under which licence, where they end and what is left out. */
import { memo } from "react";
import { dayText } from "#economics/history";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { LoadedSeries } from "./series-query.ts";
import { timeMachineTexts as texts } from "./strings.ts";

export const Sources = memo(function Sources({ loaded }: { loaded: LoadedSeries }) {
  const { series, headers, prices } = loaded;
  const last = dayText(series.lastDay);
  const carried = series.carriedDays.length;
  return (
    <Panel title={texts.sources}>
      <div className="grid gap-x-10 gap-y-3 text-sm text-fg-2 md:grid-cols-2 [&_strong]:font-semibold [&_strong]:text-fg">
        <p>
          <strong>Difficulty:</strong> the {wholeText(headers.length)} headers of the Bitcoin chain
          at which it changed. A day counts with the last of them at its 00:00 UTC.
        </p>
        <p>
          <strong>Prices:</strong> one a UTC day from the {prices.source}, {prices.licence}. A
          reference series, not an exchange's record.{" "}
          {carried === 0
            ? "No day is missing."
            : `${carried} ${carried === 1 ? "day has" : "days have"} no price and count with the one before.`}
        </p>
        <p>
          <strong>The series ends on {last}.</strong> It has {wholeText(series.days)} days from{" "}
          {dayText(series.firstDay)} on; what came after is not in it.
        </p>
        <p>
          <strong>Left out:</strong> transaction fees, a pool's luck and fee, failures of machines,
          taxes, the cost of selling, and the value of a machine at the end. The failure of the
          payer is left out as well: of the seller, the pool, or the fund behind a stake. Past days
          say nothing about the future.
        </p>
      </div>
    </Panel>
  );
});
