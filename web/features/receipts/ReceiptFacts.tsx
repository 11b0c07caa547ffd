/** Shows the facts of a receipt in plain words. */
import type { ReactNode } from "react";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { fullText } from "../../ui/time/time-text.ts";
import type { Receipt } from "./receipt.ts";
import { receiptTexts as texts } from "./strings.ts";

export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { withdrawal, deposit, statement, fill, installation } = receipt;
  return (
    <Panel title={texts.facts}>
      <KeyValues>
        {withdrawal === null ? null : <Withdrawal {...withdrawal} />}
        {deposit === null ? null : <Deposit {...deposit} />}
        {statement === null ? null : <Statement {...statement} />}
        {fill === null ? null : <Fill {...fill} />}
        <Text label={texts.id}>{receipt.id}</Text>
        <Text label={texts.site}>{installation.site}</Text>
        <Text label={texts.network}>{installation.network}</Text>
        <Time label={texts.issuedAt} at={receipt.issuedAt} />
        <KeyValue label={texts.log}>{logText(receipt.transfers)}</KeyValue>
        <Text label={texts.logKey}>{installation.log}</Text>
      </KeyValues>
    </Panel>
  );
}

function logText(transfers: Receipt["transfers"]): string {
  if (transfers.length === 0) return texts.nothingToLog;
  const logged = transfers.filter(({ log }) => log !== null).length;
  return texts.inLog(logged, transfers.length);
}

function Withdrawal(props: NonNullable<Receipt["withdrawal"]>) {
  const { amountSats, feeSats, receivedSats, address, completedAt, approvals, chain } = props;
  return (
    <>
      <Sats label={texts.amount} sats={amountSats} />
      <Sats label={texts.fee} sats={feeSats} />
      <Sats label={texts.received} sats={receivedSats} />
      <Text label={texts.address}>{address}</Text>
      <Time label={texts.completedAt} at={completedAt} />
      <KeyValue label={texts.approvals}>
        {texts.approvalCount(approvals.given, approvals.required)}
      </KeyValue>
      <Text label={texts.approvalHash}>{approvals.hash}</Text>
      <Chain {...chain} />
    </>
  );
}

function Deposit(props: NonNullable<Receipt["deposit"]>) {
  const { amountSats, address, creditedAt, chain } = props;
  return (
    <>
      <Sats label={texts.amount} sats={amountSats} />
      <Text label={texts.address}>{address}</Text>
      <Time label={texts.creditedAt} at={creditedAt} />
      <Chain {...chain} />
    </>
  );
}

function Chain(props: NonNullable<Receipt["deposit"]>["chain"]) {
  return (
    <>
      <Text label={texts.txid}>{props.txid}</Text>
      <KeyValue label={texts.block}>{wholeText(props.blockHeight)}</KeyValue>
      <Text label={texts.blockHash}>{props.blockHash}</Text>
      <KeyValue label={texts.confirmations}>{wholeText(props.headers.length)}</KeyValue>
    </>
  );
}

function Statement(props: NonNullable<Receipt["statement"]>) {
  const { from, to, segments, payoutSats, power } = props;
  return (
    <>
      <Time label={texts.from} at={from} />
      <Time label={texts.to} at={to} />
      <KeyValue label={texts.lines}>{wholeText(segments.length)}</KeyValue>
      <Sats label={texts.paid} sats={payoutSats} />
      {power === null ? null : <Sats label={texts.charged} sats={power.chargedSats} />}
    </>
  );
}

function Fill(props: NonNullable<Receipt["fill"]>) {
  const { instrument, units, price, used, at, source, day } = props;
  return (
    <>
      <KeyValue label={texts.instrument}>{instrument.replace("_", "/")}</KeyValue>
      <KeyValue label={texts.units}>{wholeText(units)}</KeyValue>
      <Text label={texts.price}>{price}</Text>
      <Text label={texts.quote}>{texts.quoteText(used.bid, used.ask)}</Text>
      <Time label={texts.filledAt} at={at} />
      <KeyValue label={texts.source}>{source}</KeyValue>
      {day === null ? null : (
        <>
          <Text label={texts.commitment}>{day.commitment}</Text>
          <Text label={texts.seed}>{day.seed ?? texts.secret}</Text>
        </>
      )}
    </>
  );
}

function Sats({ label, sats }: { label: string; sats: number }) {
  return (
    <KeyValue label={label}>
      <Amount sats={sats} unit="BTC" />
    </KeyValue>
  );
}

function Time({ label, at }: { label: string; at: string }) {
  return <KeyValue label={label}>{fullText(new Date(at))}</KeyValue>;
}

/** A long value, which is printed completely. */
function Text({ label, children }: { label: string; children: ReactNode }) {
  return (
    <KeyValue label={label}>
      <span translate="no" className="mono break-all">
        {children}
      </span>
    </KeyValue>
  );
}
