/**
 * Closes a trade or a net position, completely or in part. A position's oldest trade is closed
 * first. If the position changes while the dialog is open, closing is blocked.
 */
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import { useState, type FormEvent } from "react";
import { priceText, readUnits } from "#market";
import { asApiError } from "../../../data/api/api-error.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { unansweredOf } from "../../../ui/changes/unanswered.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { knownInstrument, pairName } from "../quotes/price-text.ts";
import { useQuote } from "../quotes/use-quotes.ts";
import { useDeskSource, type DeskSource } from "../source/desk-source.ts";
import { noticeOf } from "../ticket/use-place-order.ts";
import { markFirst } from "../view/mark-first.ts";
import { dialogTexts as texts } from "./dialog-strings.ts";
import { useIsAnother, type Open } from "./use-is-another.ts";

const FORM_ID = "forex-close";

export function CloseDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const size = Math.abs(open.units);
  const pair = pairName(open.instrument);
  const [typed, setTyped] = useState(String(size));
  const [error, setError] = useState<string>();
  const [begunAt] = useState(() => Date.now());
  const read = readUnits(readNumberText(typed, { isWhole: true }) ?? "");
  const units = typeof read === "string" || read < 0 || read > size ? undefined : read;
  const source = useDeskSource();
  const close = useChange({
    send: (part: number) => closePart(source, open, { part, begunAt }),
    changed: source.changedByOrders,
    onDone(taken) {
      onClose();
      return noticeOf(taken);
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  const sent = unansweredOf(close);
  const isAnother = useIsAnother(open) && (sent === undefined || sent !== units);
  const another = open.tradeId === undefined ? texts.anotherPosition : texts.anotherTrade;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (units === undefined) setError(texts.unitsWrong);
    else if (!isAnother && !close.isPending) close.mutate(units);
  };
  const quote = useQuote(open.instrument);
  const price = open.units > 0 ? quote?.bid : quote?.ask;
  return (
    <Dialog
      title={texts.closeTitle(pair)}
      isOpen
      isBusy={close.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          isBusy={close.isPending}
          busyLabel={texts.closing}
          disabledReason={isAnother ? another(pair) : undefined}
        >
          {price === undefined
            ? texts.close
            : texts.closeAt(
                wholeText(units ?? size),
                withMarks(priceText(price, knownInstrument(open.instrument))),
              )}
        </Button>
      }
    >
      <form id={FORM_ID} onSubmit={submit} noValidate>
        <Field
          label={texts.unitsToClose}
          unit={texts.ofUnits(wholeText(size))}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          ref={markFirst}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setError(undefined);
            setTyped(event.currentTarget.value);
          }}
          error={error}
        />
      </form>
    </Dialog>
  );
}

function closePart(
  { call }: DeskSource,
  { instrument, units, tradeId }: Open,
  { part, begunAt }: { part: number; begunAt: number },
) {
  const isWhole = part === Math.abs(units);
  if (tradeId !== undefined)
    return call("closeForexTrade", {
      params: { tradeId },
      body: isWhole ? {} : { units: String(part) },
      begunAt,
    });
  return call("closeForexPosition", {
    params: { instrument },
    body: isWhole ? {} : { [units > 0 ? "longUnits" : "shortUnits"]: String(part) },
    begunAt,
  });
}
