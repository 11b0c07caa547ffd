/**
 * Reverses a position with one order of twice its size, and shows the server's preview. If the
 * position changes while the dialog is open, for example because a stop loss fills, reversing is
 * blocked.
 */
import { useState } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Hint } from "../../../ui/forms/Field.tsx";
import { unansweredOf } from "../../../ui/changes/unanswered.ts";
import { Facts } from "../ticket/Facts.tsx";
import { knownInstrument, pairName } from "../quotes/price-text.ts";
import { usePlaceOrder } from "../ticket/use-place-order.ts";
import { usePreview } from "../ticket/use-preview.ts";
import { ticketTexts } from "../ticket/strings.ts";
import { markFirst } from "../view/mark-first.ts";
import { dialogTexts as texts } from "./dialog-strings.ts";
import { useIsAnother, type Open } from "./use-is-another.ts";

const NO_EXITS = { stopCents: undefined, targetCents: undefined };

export function ReverseDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  const { instrument, units } = open;
  const pair = pairName(instrument);
  const [error, setError] = useState<string>();
  const [body] = useState(
    () => ({ type: "MARKET", instrument, units: String(-2 * units) }) as const,
  );
  const [begunAt] = useState(() => Date.now());
  const preview = usePreview(body);
  const order = usePlaceOrder({
    onSent: onClose,
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  const size = `${wholeText(2 * Math.abs(units))} ${knownInstrument(instrument).base}`;
  const side = units > 0 ? ticketTexts.sell : ticketTexts.buy;
  const said = error ?? (preview.isOld ? undefined : (preview.data?.reasonText ?? undefined));
  const isAnother = useIsAnother(open) && unansweredOf(order) === undefined;
  return (
    <Dialog
      title={texts.reverseTitle(pair)}
      isOpen
      isBusy={order.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          ref={markFirst}
          variant="primary"
          isBusy={order.isPending}
          disabledReason={isAnother ? texts.anotherPosition(pair) : undefined}
          busyLabel={texts.reversing}
          onClick={() => order.mutate({ body, begunAt })}
        >
          {`${side} ${size}`}
        </Button>
      }
    >
      <p className="text-sm">{texts.reverseText(side, size, wholeText(Math.abs(units)))}</p>
      <Facts
        instrument={instrument}
        preview={preview.data}
        isOld={preview.isOld}
        reading={NO_EXITS}
      />
      {said === undefined ? null : <Hint isError>{said}</Hint>}
    </Dialog>
  );
}
