/**
 * Lists the operator's transactions to itself with their states, and shows whether small coins are
 * being consolidated.
 */
import { clsx } from "clsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { TransactionLink } from "../../features/wallet/tracker/TransactionLink.tsx";
import { rateText, type Operations } from "./operations.ts";
import { selfTransferTexts as texts } from "./strings.ts";

type SelfTransfers = Operations["selfTransfers"];
type SelfTransfer = SelfTransfers["items"][number];

export function SelfTransfersPanel({ selfTransfers }: { selfTransfers: SelfTransfers }) {
  const { consolidation, items } = selfTransfers;
  return (
    <Panel title={texts.title} foot={items.length === 0 ? undefined : texts.foot} isFlush>
      <div className={clsx("px-5 py-2 max-md:px-4", items.length > 0 && "border-b border-line")}>
        <Consolidation consolidation={consolidation} />
      </div>
      {items.length === 0 ? null : (
        <Table
          shape="stack"
          caption={texts.title}
          columns={[
            texts.transaction,
            texts.what,
            texts.state,
            { label: texts.amount, isMoney: true },
            { label: texts.fee, isMoney: true },
            texts.when,
          ]}
        >
          {items.map((transfer) => (
            <Row key={transfer.id} transfer={transfer} />
          ))}
        </Table>
      )}
    </Panel>
  );
}

function Consolidation({ consolidation }: Pick<SelfTransfers, "consolidation">) {
  const { state, count, coinsMin, smallBelowSats, rateMaxSatsPerVb } = consolidation;
  return (
    <>
      <KeyValues>
        <KeyValue label={texts.joining}>
          {texts.joiningText(wholeText(count), wholeText(coinsMin))}
        </KeyValue>
        <KeyValue label={texts.below}>
          <Amount sats={smallBelowSats} />
        </KeyValue>
      </KeyValues>
      <p className="py-2 text-sm text-fg-2">
        {state === "too_dear"
          ? texts.states.too_dear(wholeText(rateMaxSatsPerVb))
          : texts.states[state]}
      </p>
    </>
  );
}

function Row({ transfer }: { transfer: SelfTransfer }) {
  const { amountSats, minerFeeSats, virtualSize, chosenAt } = transfer;
  return (
    <tr>
      <Cell className="lead">
        <TxId value={transfer.txid} />
      </Cell>
      <Cell label={texts.what}>
        <What {...transfer} />
      </Cell>
      <Cell label={texts.state} className="text-fg-2">
        <span className="block min-w-0 whitespace-normal">{stateText(transfer)}</span>
      </Cell>
      <Cell label={texts.amount} isMoney>
        <Amount sats={amountSats} hasUnit={false} />
      </Cell>
      <Cell label={texts.fee} isMoney>
        <Amount sats={minerFeeSats} hasUnit={false} />
        <span className="block text-xs text-fg-2 md:pb-2">
          {rateText(minerFeeSats, virtualSize)} sat/vB
        </span>
      </Cell>
      <Cell label={texts.when}>
        <When at={chosenAt} isAgo />
      </Cell>
    </tr>
  );
}

function What({ kind, withdrawalId, coins }: SelfTransfer) {
  if (kind === "consolidation" || withdrawalId === null)
    return <>{texts.joined(wholeText(coins))}</>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {texts.kinds[kind]}
      <TransactionLink id={withdrawalId} hasCopy={false} />
    </span>
  );
}

function stateText({ state, confirmations }: SelfTransfer): string {
  return state === "confirming"
    ? texts.stateOf.confirming(wholeText(confirmations))
    : texts.stateOf[state];
}
