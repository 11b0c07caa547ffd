/**
 * First step of a withdrawal: method, amount with limits and a Max button, and an address that is
 * checked while the user types.
 */
import { Check } from "lucide-react";
import type { FormEvent } from "react";
import { BTC_DECIMALS, formatAmount, mulDiv } from "#money";
import { readAmount } from "../../../ui/amounts/read-amount.ts";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { MaxButton } from "../../../ui/controls/MaxButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { takeFocus } from "../../../ui/forms/take-focus.ts";
import { TabPanel, Tabs } from "../../../ui/controls/Tabs.tsx";
import { withdrawTexts as texts } from "./strings.ts";
import { checkAddress } from "./address-check.ts";
import { SimulatedFields } from "./SimulatedFields.tsx";
import type { CodeFrom, Withdrawal } from "./use-withdrawal.ts";
import { useVerifiedAddresses, VerifiedChoice } from "./VerifiedChoice.tsx";
import { limitsOf, type WithdrawLimits, type WithdrawMethod } from "./withdraw-rules.ts";

interface DetailsProps {
  withdrawal: Withdrawal;
  limits: WithdrawLimits;
  centsPerBtc: bigint;
  methods: readonly WithdrawMethod[];
  codeFrom: CodeFrom;
  closedReason: string | undefined;
}

export function DetailsPanel(props: DetailsProps) {
  const { withdrawal } = props;
  const isBusy = withdrawal.code.isSending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.closedReason === undefined && !isBusy) withdrawal.review();
  };
  return (
    <Panel title={texts.details}>
      <Tabs
        label={texts.method}
        value={withdrawal.form.method}
        onChange={withdrawal.chooseMethod}
        isFull
        options={props.methods.map((method) => ({
          value: method,
          label: texts.methodNames[method],
        }))}
      >
        {props.methods.map((method) => (
          <TabPanel key={method} value={method}>
            <form className="grid content-start gap-4" onSubmit={submit} noValidate>
              <AmountField {...props} />
              {method === "wallet" ? (
                <AddressField {...props} />
              ) : (
                <SimulatedFields method={method} withdrawal={withdrawal} />
              )}
              {withdrawal.step === "details" ? (
                <div className="grid gap-2">
                  <Button
                    ref={withdrawal.isBack ? takeFocus : null}
                    type="submit"
                    variant="primary"
                    isBlock
                    isUnready={withdrawal.isIncomplete}
                    isBusy={isBusy}
                    busyLabel={texts.codeSending}
                    disabledReason={props.closedReason}
                  >
                    {texts.toReview}
                  </Button>
                  <p className="text-xs text-fg-2">{texts.toReviewHint(props.codeFrom)}</p>
                </div>
              ) : null}
            </form>
          </TabPanel>
        ))}
      </Tabs>
    </Panel>
  );
}

function AmountField({ withdrawal, limits, centsPerBtc }: DetailsProps) {
  const { form, refusal, isFixed } = withdrawal;
  const amount = readAmount(form.amount);
  const cents = amount === undefined ? 0n : mulDiv(amount, centsPerBtc, 100_000_000n, "down");
  const { minSats, maxSats } = limitsOf(form.method, limits);
  const most = formatAmount(maxSats, BTC_DECIMALS);
  const least = btcText(minSats);
  return (
    <Field
      label={texts.amount}
      unit={minSats > maxSats ? texts.least(least) : texts.limits(least, btcText(maxSats))}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00000000"
      required
      readOnly={isFixed}
      value={form.amount}
      onChange={(event) => withdrawal.change("amount", event.currentTarget.value)}
      error={refusal?.field === "amount" ? refusal.text : undefined}
      suffix={
        <>
          <span className="text-xs whitespace-nowrap text-fg-3">{usdText(cents)} USD</span>
          {isFixed ? null : (
            <MaxButton label={texts.maxLabel} onClick={() => withdrawal.change("amount", most)} />
          )}
        </>
      }
    />
  );
}

function AddressField({ withdrawal, limits }: DetailsProps) {
  const { form, refusal, isFixed } = withdrawal;
  const verified = useVerifiedAddresses();
  const typed = form.walletAddress.trim();
  const check = checkAddress(form.walletAddress, limits.network);
  const refused = refusal?.field === "walletAddress" ? refusal.text : undefined;
  const own = verified.data?.items.find(({ address }) => address === typed);
  const choose = (address: string) => withdrawal.change("walletAddress", address);
  return (
    <>
      <Field
        label={texts.address}
        name="walletAddress"
        className="[&_input]:font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={isFixed}
        value={form.walletAddress}
        onChange={(event) => choose(event.currentTarget.value)}
        error={refused ?? (check.state === "invalid" ? check.text : undefined)}
        hint={
          check.state === "valid" ? (
            <span className="inline-flex items-center gap-1.5 text-up">
              <Check className="size-3.5" aria-hidden />
              {own === undefined ? check.text : texts.verifiedOwn(own.name)}
            </span>
          ) : null
        }
      />
      {isFixed ? null : <VerifiedChoice addresses={verified} chosen={typed} onChoose={choose} />}
    </>
  );
}
