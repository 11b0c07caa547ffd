/** The luck test of a past day: the user's place among traders who flipped coins. */
import { clsx } from "clsx";
import { useState } from "react";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { ShowWorking } from "../../../ui/dialogs/ShowWorking.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ErrorCard } from "../../../ui/loading/ErrorCard.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import type { DayAnswer } from "./check-day.ts";
import type { LuckResult, LuckSeason } from "./luck.ts";
import { costsText, luckTexts as texts, ordinal } from "./luck-strings.ts";
import { useLuckTest } from "./use-luck-test.ts";

const TRADES_MIN = 30;

export function LuckPanel({ day }: { day: DayAnswer }) {
  const { data, error, isPending, mutate } = useLuckTest(day);
  const [seasons, setSeasons] = useState<readonly LuckSeason[]>([]);
  const [season, setSeason] = useState<LuckSeason>();
  if (data !== undefined && data.seasons.length > 0 && seasons.length === 0)
    setSeasons([...data.seasons, "all"]);
  const choose = (next: LuckSeason) => {
    setSeason(next);
    mutate(next);
  };
  return (
    <Panel
      title={texts.title}
      end={
        <Button
          size="small"
          isBusy={isPending}
          busyLabel={texts.running}
          onClick={() => mutate(season)}
        >
          {data ? texts.runAgain : texts.run}
        </Button>
      }
    >
      {seasons.length === 0 ? null : (
        <div className="mb-3">
          <Segments
            label={texts.season}
            value={String(season ?? seasons.at(-2))}
            onChange={(next) => choose(next === "all" ? next : Number(next))}
            options={seasons.map((one) => ({ value: String(one), label: texts.seasonName(one) }))}
          />
        </div>
      )}
      <div aria-live="polite" aria-busy={isPending} className="grid gap-3">
        {error !== null && !isPending ? (
          <ErrorCard error={error} onRetry={() => mutate(season)} />
        ) : data === undefined ? (
          <p className="max-w-[72ch] text-sm text-fg-2">{texts.lead()}</p>
        ) : data.trades === 0 ? (
          <p className="text-sm text-fg-2">
            {data.season === "all" ? texts.noTrades : texts.noTradesOfSeason}
          </p>
        ) : (
          <Result result={data} />
        )}
      </div>
    </Panel>
  );
}

function Result({ result }: { result: LuckResult }) {
  const { rank, trades, spreadCents, financingCents } = result;
  const isFew = trades < TRADES_MIN;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <strong className={clsx("text-lg font-[550]", isFew && "text-fg-3")}>
          {texts.place(ordinal(rank.place))}
        </strong>
        <span className="text-sm text-fg-2">
          {texts.best} {costsText(spreadCents + financingCents)}
        </span>
        <span className="ml-auto">
          <ShowWorking>
            <Working result={result} />
          </ShowWorking>
        </span>
      </div>
      {isFew ? <p className="text-sm text-fg-2">{texts.tooFew(trades)}</p> : null}
      <p className="max-w-[80ch] text-xs text-fg-3">{texts.note}</p>
    </>
  );
}

function Working({
  result: { rank, trades, spreadCents, financingCents },
}: {
  result: LuckResult;
}) {
  return (
    <>
      <KeyValues>
        <KeyValue label={texts.trades}>{wholeText(trades)}</KeyValue>
        <KeyValue label={texts.own}>
          <Usd cents={rank.ownCents} isSigned hasUnit={false} />
        </KeyValue>
        <KeyValue label={texts.median}>
          <Usd cents={Math.round(rank.medianCents)} isSigned hasUnit={false} />
        </KeyValue>
        <KeyValue label={texts.below}>{wholeText(rank.below)}</KeyValue>
        <KeyValue label={texts.equal}>{wholeText(rank.equal)}</KeyValue>
        <KeyValue label={texts.spread}>
          <Usd cents={spreadCents} hasUnit={false} />
        </KeyValue>
        <KeyValue label={texts.financing}>
          <Usd cents={financingCents} hasUnit={false} />
        </KeyValue>
      </KeyValues>
      <p className="mono text-xs text-fg-2">
        1 + 99 x ({wholeText(rank.below)} + {wholeText(rank.equal)} / 2) / {wholeText(rank.traders)}{" "}
        = {rank.place}
      </p>
      <p className="text-xs text-fg-2">{texts.recompute}</p>
    </>
  );
}
