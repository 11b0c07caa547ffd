/**
 * Shows the odds of the user's miners without a pool: the expected time to a block, and the chance
 * of finding one within a year.
 */
import { soloOdds } from "#economics";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { Measured } from "./WorkersPanel.tsx";
import { workerTexts as texts } from "./strings.ts";
import { chanceText, difficultyFigure, waitText } from "./work-text.ts";

const HASHES_PER_TERAHASH = 1e12;

interface Reference {
  readonly difficulty: string;
  readonly subsidySats: number;
  readonly feesSats: number;
}

export function SoloOddsPanel({ reference, rate }: { reference: Reference; rate: Measured }) {
  return (
    <Panel title={texts.odds} foot={rate === null ? undefined : texts.oddsFoot}>
      {rate === null ? (
        <p className="text-sm text-fg-2">{texts.oddsEmpty}</p>
      ) : (
        <Odds reference={reference} hashRateThs={rate.hashRateThs} />
      )}
    </Panel>
  );
}

function Odds({ reference, hashRateThs }: { reference: Reference; hashRateThs: string }) {
  const { difficulty, subsidySats, feesSats } = reference;
  const odds = soloOdds(Number(hashRateThs) * HASHES_PER_TERAHASH, Number(difficulty));
  return (
    <div className="grid gap-3">
      <p className="text-sm text-fg-2">
        {texts.oddsLead(measuredRateText(hashRateThs), difficultyFigure(difficulty))}
      </p>
      <KeyValues>
        <KeyValue label={texts.oddsTime}>{waitText(odds.secondsToBlock)}</KeyValue>
        <KeyValue label={texts.oddsChance}>{chanceText(odds.chanceInYear)}</KeyValue>
        <KeyValue label={texts.oddsReward}>
          <Amount sats={subsidySats + feesSats} />
        </KeyValue>
      </KeyValues>
    </div>
  );
}
