/**
 * Field for an amount in BTC, with the available balance and a button that enters the whole
 * balance.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { MaxButton } from "../../ui/controls/MaxButton.tsx";
import { earnTexts as texts } from "./strings.ts";

export function AmountField(props: {
  id?: string;
  value: string;
  onChange: (typed: string) => void;
  availableSats: bigint;
  error: string | undefined;
  /** True if the field takes focus when its dialog opens. */
  isFirst?: boolean;
}) {
  const all = formatAmount(props.availableSats, BTC_DECIMALS);
  return (
    <Field
      label={texts.amount}
      unit={texts.availableBtc(btcText(props.availableSats))}
      {...(props.id === undefined ? {} : { id: props.id })}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      placeholder={texts.placeholder}
      required
      ref={props.isFirst === true ? markFirst : undefined}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error}
      suffix={<MaxButton label={texts.maxLabel} onClick={() => props.onChange(all)} />}
    />
  );
}

/** Sets the attribute by which a native dialog finds its initial focus. */
function markFirst(input: HTMLInputElement | null): void {
  input?.setAttribute("autofocus", "");
}
