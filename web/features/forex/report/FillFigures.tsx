/**
 * Lists all figures of a fill, from the quote when the order was sent to the margin after the fill.
 */
import type { ReactNode } from "react";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { conversionText, movedText } from "./figure-text.ts";
import type { Fill, FillFacts, KeptQuote, KeptReduction } from "./fill-facts.ts";
import { QuoteDrawing } from "./QuoteDrawing.tsx";
import { triggerOf } from "./trigger-words.ts";
import { levelText } from "./stop-out-story.ts";
import { reportTexts as texts } from "./strings.ts";

export function FillFigures({ fill, facts }: { fill: Fill; facts: FillFacts }) {
  const { instrument, seen, used, sizeTenths, reductions, levelAfter } = facts;
  const trigger = triggerOf(fill);
  const conversion = conversionText(reductions[0]?.factor, instrument);
  return (
    <>
      <QuoteDrawing facts={facts} />
      <Part title={texts.quotes}>
        {trigger === undefined ? null : (
          <>
            <KeyValue label={texts.trigger}>{trigger.what}</KeyValue>
            <KeyValue label={texts.slip}>{trigger.slip ?? texts.atThatPrice}</KeyValue>
          </>
        )}
        {seen === null ? null : <KeyValue label={texts.seen}>{quoteText(seen)}</KeyValue>}
        <KeyValue label={texts.way}>{facts.latencyMs} ms</KeyValue>
        <KeyValue label={texts.used}>{quoteText(used)}</KeyValue>
        <KeyValue label={texts.moved}>{movedText(facts.movedForUser, instrument)}</KeyValue>
        <KeyValue label={texts.spread}>
          {texts.spreadText(decimalText(facts.spreadPips, 1), usdText(facts.halfSpreadCents))}
        </KeyValue>
        <KeyValue label={texts.size}>
          {sizeTenths === 0 ? texts.sizeNone : texts.sizeText(sizeTenths)}
        </KeyValue>
        <KeyValue label={texts.price} isSum>
          <span translate="no" className="mono">
            {facts.price}
          </span>
        </KeyValue>
      </Part>
      {reductions.length === 0 ? null : (
        <Part title={texts.result}>
          {reductions.map((reduction) => (
            <Reduced key={reduction.tradeId} reduction={reduction} />
          ))}
          {conversion === undefined ? null : (
            <KeyValue label={texts.conversion}>{conversion}</KeyValue>
          )}
        </Part>
      )}
      <Part title={texts.account}>
        <KeyValue label={texts.marginBefore}>{usdText(facts.marginBeforeCents)} USD</KeyValue>
        <KeyValue label={texts.marginAfter}>{usdText(facts.marginAfterCents)} USD</KeyValue>
        <KeyValue label={texts.levelAfter}>
          {levelAfter === undefined ? texts.nothingOpen : `${levelText(levelAfter)} %`}
        </KeyValue>
        <KeyValue label={texts.balanceAfter}>{usdText(BigInt(fill.balanceCents))} USD</KeyValue>
      </Part>
    </>
  );
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-medium text-fg-2">{props.title}</h3>
      <KeyValues>{props.children}</KeyValues>
    </section>
  );
}

function Reduced({ reduction: { units, entry, realisedCents } }: { reduction: KeptReduction }) {
  const cents = BigInt(realisedCents);
  return (
    <KeyValue label={texts.entry(wholeText(Math.abs(units)), entry)}>
      <span className={cents < 0n ? "text-down" : cents > 0n ? "text-up" : undefined}>
        {usdText(cents, { isSigned: true })} USD
      </span>
    </KeyValue>
  );
}

function quoteText({ bid, ask }: KeptQuote) {
  return (
    <span translate="no" className="mono">
      {bid} / {ask}
    </span>
  );
}
