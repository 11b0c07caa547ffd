/**
 * Shows the amount, fee and remaining balance in every step of a withdrawal. In the second step, it
 * also has the code field and the button that withdraws.
 */
import type { FormEvent } from "react";
import { Amount, Usd } from "../../../ui/figures/Amount.tsx";
import { btcShort, btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { truncateMiddle } from "../../../ui/amounts/truncate-middle.ts";
import { withdrawTexts as texts } from "./strings.ts";
import { AuthenticatorField, CodeField } from "./CodeField.tsx";
import type { CodeFrom, Withdrawal, WithdrawForm } from "./use-withdrawal.ts";
import { limitsOf, summarise, type WithdrawLimits } from "./withdraw-rules.ts";
import { PasskeyElsewhere } from "../../../session/auth/PasskeyElsewhere.tsx";
import { usePasskeyPlace } from "../../../session/auth/use-passkey-place.ts";
import { takeFocus } from "../../../ui/forms/take-focus.ts";

interface ReviewProps {
  withdrawal: Withdrawal;
  limits: WithdrawLimits;
  centsPerBtc: bigint;
  /** Expected miner's part of the fee. Null if the node has no fee estimate. */
  expectedMinerFeeSats: bigint | null;
  codeFrom: CodeFrom;
  hasAuthenticator: boolean;
  codeMinutes: number;
  /**
   * Minimum total of the last 24 hours' requests from which a withdrawal needs the approval of one
   * administrator.
   */
  reviewSats: bigint;
  secondPersonSats: bigint;
}

export function ReviewPanel(props: ReviewProps) {
  const { withdrawal, limits, centsPerBtc } = props;
  const { form, step } = withdrawal;
  const own = limitsOf(form.method, limits);
  const summary = summarise(form.amount, own, centsPerBtc);
  const isSimulated = form.method !== "wallet";
  return (
    <Panel
      title={texts.review}
      tags={isSimulated ? <Tag kind="sample">{texts.simulator}</Tag> : null}
    >
      <span className="text-xs font-medium text-fg-2">{texts.arrives}</span>
      <div className="figure text-[2rem] leading-10 max-md:text-xl">
        <Amount sats={summary.receivedSats} />
      </div>
      <div className="mt-3">
        <KeyValues>
          <KeyValue label={texts.send}>
            <Amount sats={summary.amountSats} />
          </KeyValue>
          <KeyValue label={texts.fee}>
            <Amount sats={-summary.feeSats} />
          </KeyValue>
          <KeyValue label={texts.worth(usdText(centsPerBtc))}>
            <Usd cents={summary.receivedCents} />
          </KeyValue>
          <KeyValue label={texts.to}>
            <Destination form={form} />
          </KeyValue>
          <KeyValue label={texts.left}>
            <Amount sats={summary.leftSats} />
          </KeyValue>
        </KeyValues>
      </div>
      <p className="mt-3 text-xs text-fg-2">
        {isSimulated ? texts.feeKept : texts.feeSplit(minerText(props.expectedMinerFeeSats))}
      </p>
      {own.marketSats === 0n ? null : (
        <div className="mt-4">
          <Note>{texts.market(btcText(own.marketSats))}</Note>
        </div>
      )}
      <ReviewNote {...props} amountSats={summary.amountSats} />
      {step === "details" ? null : <Confirm {...props} amountSats={summary.amountSats} />}
    </Panel>
  );
}

function minerText(sats: bigint | null): string | null {
  return sats === null ? null : btcText(sats);
}

type ReviewSums = Pick<ReviewProps, "limits" | "reviewSats" | "secondPersonSats">;

/**
 * Warns before the withdrawal that an administrator must first approve a large withdrawal, or
 * several withdrawals with a large total.
 */
function ReviewNote(props: ReviewSums & { amountSats: bigint }) {
  const { amountSats, reviewSats, secondPersonSats } = props;
  const { askedSats } = props.limits;
  const daySats = amountSats + askedSats;
  if (amountSats <= 0n || daySats < reviewSats) return null;
  const isForTwo = daySats >= secondPersonSats;
  const from = btcShort(isForTwo ? secondPersonSats : reviewSats);
  return (
    <div className="mt-4">
      <Note>
        {texts.reviewed(isForTwo ? 2 : 1, from, askedSats > 0n ? btcShort(daySats) : null)}
      </Note>
    </div>
  );
}

function Destination({ form }: { form: WithdrawForm }) {
  if (form.method !== "wallet") {
    return (
      <>
        {texts.methodNames[form.method]} {texts.testAccount}
      </>
    );
  }
  const address = form.walletAddress.trim();
  return (
    <span translate="no" className="mono" title={address}>
      {address === "" ? "-" : truncateMiddle(address)}
    </span>
  );
}

function Confirm(props: ReviewProps & { amountSats: bigint }) {
  const { withdrawal } = props;
  const isBusy = withdrawal.isSending || withdrawal.step === "sent";
  const code = {
    value: withdrawal.form.code,
    isDisabled: isBusy,
    error: withdrawal.refusal?.field === "code" ? withdrawal.refusal.text : undefined,
    onChange: (typed: string) => withdrawal.change("code", typed),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) withdrawal.submit();
  };
  return (
    <form className="mt-4 grid gap-4" onSubmit={submit} noValidate>
      {withdrawal.isByPasskey ? (
        <PasskeyNote {...(props.hasAuthenticator ? { onCode: withdrawal.typeCode } : {})} />
      ) : props.codeFrom === "mail" ? (
        <CodeField sending={withdrawal.code} minutes={props.codeMinutes} {...code} />
      ) : (
        <AuthenticatorField {...code} />
      )}
      <div className="grid grid-cols-[auto_1fr] gap-2.5">
        <Button isBusy={isBusy} onClick={withdrawal.back}>
          {texts.back}
        </Button>
        <Button
          type="submit"
          variant="primary"
          isUnready={!withdrawal.isByPasskey && code.value.trim() === ""}
          isBusy={isBusy}
          busyLabel={texts.submitting}
          className="max-md:whitespace-normal"
        >
          {texts.submit(btcText(props.amountSats))}
        </Button>
      </div>
    </form>
  );
}

/** Note in place of the code field, which explains that the button will ask for a passkey. */
function PasskeyNote(props: {
  /** Switches to an authenticator code. Set only if the account has an authenticator as well. */
  onCode?: () => void;
}) {
  const place = usePasskeyPlace();
  return (
    // Take focus, because the button that started the review had focus and is no longer rendered.
    <div ref={takeFocus} tabIndex={-1} className="grid justify-items-start gap-2 outline-0">
      {place.kind === "elsewhere" ? (
        <PasskeyElsewhere at={place.at} />
      ) : (
        <p className="text-sm text-fg-2">{texts.passkey}</p>
      )}
      {props.onCode === undefined ? null : (
        <Button variant="quiet" size="small" onClick={props.onCode}>
          {texts.codeInstead}
        </Button>
      )}
    </div>
  );
}
