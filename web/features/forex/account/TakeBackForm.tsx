/**
 * Form for moving dollars back to the wallet. Shows the satoshis returned, split into own coins and
 * gains.
 */
import { useState, type FormEvent } from "react";
import { formatAmount, USD_DECIMALS } from "#money";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { MaxButton } from "../../../ui/controls/MaxButton.tsx";
import { markFirst } from "../view/mark-first.ts";
import { takingBack } from "./funds.ts";
import { fundsTexts as texts } from "./funds-strings.ts";
import { useTransfer, type Seen, type TransferFormProps } from "./use-transfer.ts";

interface SeenHere extends Seen {
  readonly cents: bigint;
}

export function TakeBackForm(props: TransferFormProps) {
  const max = BigInt(props.account.withdrawableCents);
  const [typed, setTyped] = useState("");
  const cents = readAmount(typed, USD_DECIMALS) ?? 0n;
  const transfer = useTransfer<SeenHere>(props, (moved) => ({
    title: texts.backTitle,
    description: texts.backText(usdText(BigInt(moved.amountCents)), btcText(moved.amountSats)),
  }));
  const sent = transfer.unanswered;
  const { account } = sent?.cents === cents ? sent : props;
  const back = takingBack(account, cents) ?? { ownSats: 0n, gainSats: 0n, rateCents: 0n };
  const change = (next: string) => {
    setTyped(next);
    transfer.setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (cents <= 0n) transfer.setError(texts.invalid);
    else if (cents > BigInt(account.withdrawableCents)) transfer.setError(texts.overWithdrawable);
    else if (!transfer.isPending)
      transfer.send({ account, cents, body: { amountCents: Number(cents) } });
  };
  return (
    <form id={props.id} className="grid gap-3" onSubmit={submit} noValidate>
      <Field
        label={texts.amountUsd}
        unit={texts.withdrawable(usdText(max))}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        maxLength={20}
        ref={markFirst}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        error={transfer.error}
        suffix={
          <MaxButton label={texts.maxUsd} onClick={() => change(formatAmount(max, USD_DECIMALS))} />
        }
      />
      <KeyValues>
        <KeyValue label={texts.ownCoins}>
          <Amount sats={back.ownSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.gainCoins}>
          <Amount sats={back.gainSats} unit="BTC" />
        </KeyValue>
        {back.gainSats > 0n ? (
          <KeyValue label={texts.gainRate}>
            <Usd cents={back.rateCents} /> {texts.perBtc}
          </KeyValue>
        ) : null}
        <KeyValue label={texts.comesBack} isSum>
          <Amount sats={back.ownSats + back.gainSats} unit="BTC" />
        </KeyValue>
      </KeyValues>
      <p className="text-xs text-fg-2">{texts.backNote}</p>
    </form>
  );
}
