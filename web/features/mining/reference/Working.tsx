/** Explains the expected figures: the formula and its inputs, each with date and source. */
import type { ReactNode } from "react";
import { btcShort } from "../../../ui/amounts/amount-format.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { ShowWorking } from "../../../ui/dialogs/ShowWorking.tsx";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { difficultyText, usdPerBtcText } from "./figure-text.ts";
import type { ReferenceValues } from "./reference-terms.ts";
import { workingTexts as texts } from "./strings.ts";

export function Working(props: { reference: ReferenceValues; children?: ReactNode }) {
  const { reference } = props;
  return (
    <ShowWorking>
      <p className="mono text-sm">{texts.formula}</p>
      {props.children}
      <ReferenceList reference={reference} />
      <p className="text-xs text-fg-2">{texts.difficultyNote}</p>
      <p className="text-xs text-fg-2">
        {texts.source}: {reference.source}. {texts.since} {fullText(new Date(reference.validFrom))},
        {texts.record}{" "}
        <span translate="no" className="mono">
          {reference.id}
        </span>
        .
      </p>
    </ShowWorking>
  );
}

export function ReferenceList({ reference }: { reference: ReferenceValues }) {
  return (
    <KeyValues>
      <KeyValue label={texts.price}>{usdPerBtcText(reference.rateUsdPerBtc)} USD/BTC</KeyValue>
      <KeyValue label={texts.difficulty}>
        <span title={decimalText(reference.difficulty, 2)}>
          {difficultyText(reference.difficulty)}
        </span>
      </KeyValue>
      <KeyValue label={texts.reward}>{btcShort(reference.subsidySats)} BTC</KeyValue>
      {reference.feesSats === 0 ? null : (
        <KeyValue label={texts.fees}>
          <Amount sats={reference.feesSats} unit="BTC" />
        </KeyValue>
      )}
      <KeyValue label={texts.poolFee}>{decimalText(reference.poolFeePercent, 1)}%</KeyValue>
      <KeyValue label={texts.blockTime}>{reference.blockSeconds} s</KeyValue>
      <KeyValue label={texts.electricity}>{decimalText(reference.usdPerKwh, 2)} USD/kWh</KeyValue>
    </KeyValues>
  );
}
