/** The confirmation step of an order, with its terms, its estimate and the button that sends it. */
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { LosingAccounts } from "../losing/LosingAccounts.tsx";
import { pairName } from "../quotes/price-text.ts";
import { markFirst } from "../view/mark-first.ts";
import type { Draft } from "./draft.ts";
import { Facts } from "./Facts.tsx";
import { OrderLabel } from "./OrderLabel.tsx";
import { OrderTerms } from "./OrderTerms.tsx";
import type { OrderBody, Reading } from "./read-draft.ts";
import { ticketTexts as texts } from "./strings.ts";
import type { Preview } from "./use-preview.ts";

export function ConfirmDialog(props: {
  instrument: string;
  draft: Draft;
  reading: Reading;
  body: OrderBody;
  preview: Preview | undefined;
  isOld: boolean;
  isBusy: boolean;
  onSend: () => void;
  onClose: () => void;
}) {
  const { instrument, draft, reading, body, preview, isOld, isBusy } = props;
  return (
    <Dialog
      title={`${texts.noUnits(draft.side, pairName(instrument))}, ${texts.typeWords[draft.type]}`}
      isOpen
      isBusy={isBusy}
      onClose={props.onClose}
      cancel={texts.cancel}
      actions={
        <Button
          ref={markFirst}
          variant="primary"
          isBusy={isBusy}
          busyLabel={texts.sending}
          onClick={props.onSend}
        >
          <OrderLabel instrument={instrument} draft={draft} reading={reading} />
        </Button>
      }
    >
      <OrderTerms body={body} />
      <Facts instrument={instrument} preview={preview} isOld={isOld} reading={reading} />
      <p className="text-xs text-fg-2">
        {draft.type === "MARKET" ? texts.confirmNote : texts.typeNotes[draft.type]}
      </p>
      <LosingAccounts />
    </Dialog>
  );
}
