/** The Invest dialog with amount, estimate and end date, and the button that opens the dialog. */
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ChangedOffer } from "../../ui/changes/ChangedOffer.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { unansweredOf } from "../../ui/changes/unanswered.ts";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { AmountField } from "./AmountField.tsx";
import { disabledReason, offerText, refuseAmount, type Fund, type Product } from "./earn-terms.ts";
import { Estimate } from "./Estimate.tsx";
import type { ServerTime } from "./server-clock.ts";
import { earnTexts, investTexts as texts } from "./strings.ts";
import { useOpening, type Opening } from "./use-opening.ts";

const FORM_ID = "invest-form";

interface Seen extends Opening {
  readonly fund: Fund;
  readonly availableSats: bigint;
}

export function InvestDialog(props: {
  product: Product;
  fund: Fund;
  availableSats: bigint;
  time: ServerTime;
  onClose: () => void;
}) {
  const { onClose } = props;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const amountSats = readAmount(typed) ?? 0n;
  const opening = useOpening<Seen>(({ principalSats }) => {
    onClose();
    const description = texts.openedText(btcText(principalSats), props.product.name);
    return { title: texts.openedTitle, description };
  });
  const sent = unansweredOf(opening);
  const { product, fund, availableSats } = sent?.amountSats === amountSats ? sent : props;
  const reason = disabledReason(product, { fund, availableSats }, amountSats);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = refuseAmount(product, typed, availableSats);
    setError(refusal?.text);
    if (refusal) toast({ title: refusal.title, description: refusal.text, variant: "destructive" });
    else if (reason === undefined && !opening.isPending)
      opening.mutate({ product, fund, availableSats, amountSats });
  };
  return (
    <Dialog
      title={texts.dialogTitle(product.name)}
      isOpen
      onClose={onClose}
      cancel={earnTexts.cancel}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          isUnready={refuseAmount(product, typed, availableSats) !== undefined}
          isBusy={opening.isPending}
          busyLabel={texts.investing}
          disabledReason={reason}
        >
          {texts.invest}
        </Button>
      }
    >
      <form id={FORM_ID} className="grid gap-4" onSubmit={submit} noValidate>
        <AmountField
          isFirst
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setError(undefined);
          }}
          availableSats={props.availableSats}
          error={error}
        />
        <ChangedOffer now={offerText(product)} />
        <Estimate product={product} amountSats={amountSats} time={props.time} />
      </form>
      {props.availableSats === 0n ? (
        <Link {...paths.deposit} className="text-sm">
          {earnTexts.getCoins}
        </Link>
      ) : null}
    </Dialog>
  );
}
