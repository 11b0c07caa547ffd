/** "Show working": the formula, its inputs, their date and source, behind every expected figure. */
import { Sigma } from "lucide-react";
import { useState, type ReactNode } from "react";
import { formatScaled } from "#economics";
import { BTC_DECIMALS } from "#money";
import { fullText } from "../../time/time-text.ts";
import { Amount } from "../../ui/Amount.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { decimalText, difficultyText, usdPerBtcText } from "./figure-text.ts";
import type { ReferenceValues } from "./reference-terms.ts";
import { workingTexts as texts } from "./strings.ts";

/** Keeps the room of the button in a page's head while its values load. */
export function WorkingRoom() {
  return <span className="h-7 max-md:h-11" />;
}

export function Working(props: { reference: ReferenceValues; children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const { reference } = props;
  return (
    <>
      <Button variant="quiet" size="small" aria-label={texts.title} onClick={() => setIsOpen(true)}>
        <Sigma className="size-4" strokeWidth={1.5} aria-hidden />
        <span>{texts.title}</span>
      </Button>
      <Dialog title={texts.title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p className="mono text-sm">{texts.formula}</p>
        {props.children}
        <ReferenceList reference={reference} />
        <p className="text-xs text-fg-2">{texts.difficultyNote}</p>
        <p className="text-xs text-fg-2">
          {texts.source}: {reference.source}. {texts.since}{" "}
          {fullText(new Date(reference.validFrom))}, record{" "}
          <span className="mono">{reference.id}</span>.
        </p>
      </Dialog>
    </>
  );
}

/** The dated economic inputs as label and value lines. */
export function ReferenceList({ reference }: { reference: ReferenceValues }) {
  return (
    <KeyValues>
      <KeyValue label="Price">{usdPerBtcText(reference.rateUsdPerBtc)} USD/BTC</KeyValue>
      <KeyValue label="Difficulty">
        <span title={decimalText(reference.difficulty, 2)}>
          {difficultyText(reference.difficulty)}
        </span>
      </KeyValue>
      <KeyValue label="Block reward">
        {formatScaled(BigInt(reference.subsidySats), BTC_DECIMALS)} BTC
      </KeyValue>
      {reference.feesSats === 0 ? null : (
        <KeyValue label="Fees per block">
          <Amount sats={reference.feesSats} unit="BTC" />
        </KeyValue>
      )}
      <KeyValue label="Pool fee">{decimalText(reference.poolFeePercent, 1)}%</KeyValue>
      <KeyValue label="Block time">{reference.blockSeconds} s</KeyValue>
      <KeyValue label="Electricity">{decimalText(reference.usdPerKwh, 2)} USD/kWh</KeyValue>
    </KeyValues>
  );
}
