/** Form for moving BTC to Forex. Shows the rate, the cost and the resulting dollars. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { ChangedOffer } from "../../../ui/changes/ChangedOffer.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { MaxButton } from "../../../ui/controls/MaxButton.tsx";
import { markFirst } from "../view/mark-first.ts";
import { bringing } from "./funds.ts";
import { fundsTexts as texts } from "./funds-strings.ts";
import { useTransfer, type Seen, type TransferFormProps } from "./use-transfer.ts";

interface SeenHere extends Seen {
  readonly amount: bigint;
  /** Available wallet balance in satoshis. Undefined until the wallet has loaded. */
  readonly available: bigint | undefined;
}

export function BringForm(props: TransferFormProps) {
  const wallet = useQuery(apiQuery("getWallet"));
  const available = BigInt(wallet.data?.availableSats ?? 0);
  const all = formatAmount(available, BTC_DECIMALS);
  const [typed, setTyped] = useState("");
  const amount = readAmount(typed) ?? 0n;
  const transfer = useTransfer<SeenHere>(props, (moved) => ({
    title: texts.broughtTitle,
    description: texts.broughtText(btcText(moved.amountSats), usdText(BigInt(moved.amountCents))),
  }));
  const sent = transfer.unanswered;
  const current = { account: props.account, available: wallet.data && available };
  const terms = sent?.amount === amount ? sent : current;
  const { account } = terms;
  const { cents, costSats } = bringing(account, amount);
  const change = (next: string) => {
    setTyped(next);
    transfer.setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount <= 0n) transfer.setError(texts.invalid);
    else if (terms.available !== undefined && amount > terms.available)
      transfer.setError(texts.overBalance);
    else if (!transfer.isPending)
      transfer.send({ ...terms, amount, body: { amountSats: Number(amount) } });
  };
  return (
    <form id={props.id} className="grid gap-3" onSubmit={submit} noValidate>
      <Field
        label={texts.amountBtc}
        unit={texts.available(btcText(available))}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00000000"
        maxLength={20}
        ref={markFirst}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
        error={transfer.error}
        suffix={<MaxButton label={texts.maxBtc} onClick={() => change(all)} />}
      />
      <ChangedOffer now={texts.usdPerBtc(usdText(BigInt(account.centsPerBtc)))} />
      <KeyValues>
        <KeyValue label={texts.rate}>
          <Usd cents={account.centsPerBtc} /> {texts.perBtc}
        </KeyValue>
        <KeyValue label={texts.conversionCost}>
          <Amount sats={costSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.arrives} isSum>
          <Usd cents={cents} />
        </KeyValue>
      </KeyValues>
      <p className="text-xs text-fg-2">{texts.bringNote}</p>
      {wallet.data?.availableSats === 0 ? (
        <Link {...paths.deposit} className="text-sm">
          {texts.getCoins}
        </Link>
      ) : null}
    </form>
  );
}
