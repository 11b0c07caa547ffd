/**
 * Moves test coins to the desk, or dollars back to the wallet as coins. The user sees all terms
 * before confirming.
 */
import { useState } from "react";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { BringForm } from "./BringForm.tsx";
import type { ForexAccount } from "./figures.ts";
import { fundsTexts as texts } from "./funds-strings.ts";
import { TakeBackForm } from "./TakeBackForm.tsx";

const FORM_ID = "forex-funds";

export type Direction = "bring" | "back";

export function FundsDialog(props: {
  account: ForexAccount;
  first: Direction;
  onClose: () => void;
  onSeason: () => void;
}) {
  const { account, onClose } = props;
  const [direction, setDirection] = useState(props.first);
  const [isBusy, setIsBusy] = useState(false);
  const form = { id: FORM_ID, account, onClose, onBusy: setIsBusy };
  const isBring = direction === "bring";
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          isBusy={isBusy}
          busyLabel={isBring ? texts.bringing : texts.takingBack}
        >
          {isBring ? texts.bring : texts.back}
        </Button>
      }
    >
      <Segments
        label={texts.direction}
        isFull
        value={direction}
        onChange={setDirection}
        options={[
          { value: "bring", label: texts.bring },
          { value: "back", label: texts.back },
        ]}
      />
      {isBring ? <BringForm {...form} /> : <TakeBackForm {...form} />}
      {isBring || account.lastTransactionId === 0 ? null : (
        <Button variant="quiet" size="small" isUnready={isBusy} onClick={props.onSeason}>
          {texts.season}
        </Button>
      )}
    </Dialog>
  );
}
