/**
 * Shows the estimated cost, margin and outcome of an order. Lines without values are shown as well,
 * so that the layout does not shift.
 */
import type { ReactNode } from "react";
import { parseAmount } from "#money";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { levelText } from "../account/level-text.ts";
import { gridText, knownInstrument, pairName } from "../quotes/price-text.ts";
import type { Reading } from "./read-draft.ts";
import { ticketTexts as texts } from "./strings.ts";
import type { Preview } from "./use-preview.ts";

export function Facts({
  instrument,
  preview,
  isOld,
  reading,
}: {
  instrument: string;
  preview: Preview | undefined;
  /** True while the preview belongs to an earlier draft. */
  isOld: boolean;
  reading: Pick<Reading, "stopCents" | "targetCents">;
}) {
  const level = preview?.marginLevelAfter;
  const { marginAfterCents: after, marginBeforeCents: before } = preview ?? {};
  const margin =
    after === undefined || after === null || before === undefined || before === null
      ? undefined
      : Math.max(0, after - before);
  const lines: readonly (readonly [string, ReactNode])[] = [
    [texts.spreadCost, usd(preview?.spreadCostCents)],
    [texts.margin, usd(margin)],
    [texts.levelAfter, level ? `${levelText(parseAmount(level, 2) ?? 0n)} %` : texts.unknown],
    [texts.stopOut, stopOut(preview, instrument)],
    [texts.closesFirst, preview?.closesFirst ? pairName(preview.closesFirst) : texts.unknown],
    [texts.financing, result(preview?.financingCents)],
    [texts.stopFills, result(reading.stopCents)],
    [texts.targetFills, result(reading.targetCents)],
  ];
  return (
    <section aria-label={texts.facts} aria-busy={isOld} className="relative">
      {isOld ? (
        <span className="absolute top-0 right-0 z-1 bg-surface py-[7px] pl-2 text-sm text-fg-2">
          {texts.updating}
        </span>
      ) : null}
      <div className={isOld ? "opacity-60" : undefined}>
        <KeyValues>
          {lines.map(([label, value]) => (
            <KeyValue key={label} label={label}>
              {value}
            </KeyValue>
          ))}
        </KeyValues>
      </div>
    </section>
  );
}

function stopOut(preview: Preview | undefined, instrument: string): ReactNode {
  if (!preview || preview.price === null) return texts.unknown;
  if (preview.stopOutPrice === null) return texts.noStopOut;
  return (
    <span translate="no" className="mono">
      {gridText(preview.stopOutPrice, knownInstrument(instrument))}
    </span>
  );
}

function usd(cents: number | null | undefined): ReactNode {
  return cents === null || cents === undefined ? texts.unknown : <Usd cents={cents} />;
}

function result(cents: number | bigint | null | undefined): ReactNode {
  return cents === null || cents === undefined ? texts.unknown : <Usd cents={cents} isResult />;
}
