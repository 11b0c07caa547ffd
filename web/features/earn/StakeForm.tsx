/**
 * The form for a stake's amount and period. The confirmation step repeats the terms before the
 * request is sent.
 */
import { useState, type FormEvent } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { dateText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { ChangedOffer } from "../../ui/changes/ChangedOffer.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { unansweredOf } from "../../ui/changes/unanswered.ts";
import { readAmount } from "../../ui/amounts/read-amount.ts";
import { AmountField } from "./AmountField.tsx";
import { disabledReason, offerText, refuseAmount, type Fund, type Product } from "./earn-terms.ts";
import { InterestGauge } from "./InterestGauge.tsx";
import { Estimate } from "./Estimate.tsx";
import type { ServerTime } from "./server-clock.ts";
import { earnTexts, stakingTexts as texts } from "./strings.ts";
import { useOpening } from "./use-opening.ts";

export const AMOUNT_ANCHOR = "stake-amount";
const PERIOD_DEFAULT = 90;

interface StakeFormProps {
  products: readonly Product[];
  fund: Fund;
  availableSats: bigint;
  time: ServerTime;
}

export function StakeForm(props: StakeFormProps) {
  const [days, setDays] = useState(PERIOD_DEFAULT);
  const product = props.products.find(({ durationDays }) => durationDays === days);
  return product === undefined ? null : (
    <StakePanel {...props} product={product} onDays={setDays} />
  );
}

function StakePanel(props: StakeFormProps & { product: Product; onDays: (days: number) => void }) {
  const { product, fund, availableSats } = props;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);
  const amountSats = readAmount(typed) ?? 0n;
  const change = (next: string) => {
    setTyped(next);
    setError(undefined);
  };
  const reason = disabledReason(product, { fund, availableSats }, amountSats);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = refuseAmount(product, typed, availableSats);
    setError(refusal?.text);
    if (refusal) toast({ title: refusal.title, description: refusal.text, variant: "destructive" });
    else if (reason === undefined) setIsConfirming(true);
  };
  return (
    <Panel title={texts.form}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <AmountField
          id={AMOUNT_ANCHOR}
          value={typed}
          onChange={change}
          availableSats={availableSats}
          error={error}
        />
        <div className="grid gap-1.5">
          <span className="text-xs font-medium">{texts.period}</span>
          <Segments
            label={texts.period}
            isFull
            value={String(product.durationDays)}
            onChange={(days) => props.onDays(Number(days))}
            options={props.products.map((one) => ({
              value: String(one.durationDays),
              label: `${earnTexts.days(one.durationDays ?? 0)} · ${one.apyPercent}%`,
            }))}
          />
        </div>
        <div className="-mx-5 max-md:-mx-4">
          <InterestGauge product={product} all={props.products} />
        </div>
        <Estimate product={product} amountSats={amountSats} time={props.time} />
        <Button
          type="submit"
          variant="primary"
          isBlock
          isUnready={refuseAmount(product, typed, availableSats) !== undefined}
          disabledReason={reason}
        >
          {texts.stake}
        </Button>
      </form>
      {isConfirming ? (
        <StakeDialog
          product={product}
          amountSats={amountSats}
          time={props.time}
          onClose={() => setIsConfirming(false)}
          onOpened={() => change("")}
        />
      ) : null}
    </Panel>
  );
}

function StakeDialog(props: {
  product: Product;
  amountSats: bigint;
  time: ServerTime;
  onClose: () => void;
  onOpened: () => void;
}) {
  const { amountSats, onClose } = props;
  const opening = useOpening(({ endsAt }) => {
    props.onOpened();
    onClose();
    const end = endsAt === null ? earnTexts.flexibleEnd : dateText(new Date(endsAt));
    return { title: texts.openedTitle, description: texts.openedText(btcText(amountSats), end) };
  });
  const { product } = unansweredOf(opening) ?? props;
  return (
    <Dialog
      title={texts.dialogTitle(product.durationDays ?? 0)}
      isOpen
      onClose={onClose}
      cancel={earnTexts.cancel}
      actions={
        <Button
          variant="primary"
          isBusy={opening.isPending}
          busyLabel={texts.staking}
          onClick={() => opening.mutate({ product, amountSats })}
        >
          {texts.stake}
        </Button>
      }
    >
      <p>
        <strong className="font-semibold">
          <Amount sats={amountSats} unit="BTC" />
        </strong>
        . {texts.dialogText}
      </p>
      <ChangedOffer now={offerText(product)} />
      <Estimate product={product} amountSats={amountSats} time={props.time} />
    </Dialog>
  );
}
