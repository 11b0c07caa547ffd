/**
 * Lists open withdrawals, and withdrawals found to be paid, one per row (one per card on a phone).
 */
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { TransactionLink } from "../../features/wallet/tracker/TransactionLink.tsx";
import { calledBy } from "../decisions/strings.ts";
import type { OpenPayment, Recovery } from "./recovery.ts";
import { recoveryTexts as texts } from "./strings.ts";

const { columns } = texts;

export function OpenPayments({ recovery: { open, openCount } }: { recovery: Recovery }) {
  if (open.length === 0) return <p className="px-5 pb-5 text-sm text-fg-2">{texts.none}</p>;
  return (
    <>
      <Table
        shape="stack"
        caption={texts.open}
        columns={[
          columns.asked,
          { label: columns.received, isNumber: true },
          columns.to,
          columns.user,
          columns.chain,
        ]}
      >
        {open.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </Table>
      {openCount > open.length ? (
        <p className="px-5 py-3 text-xs text-fg-2 max-md:px-4">{texts.more(openCount)}</p>
      ) : null}
    </>
  );
}

function Row({ payment }: { payment: OpenPayment }) {
  const { requestedAt, receivedSats, address, purpose, userEmail, userId } = payment;
  return (
    <tr>
      <Cell label={columns.asked} className="text-fg-2">
        <When at={requestedAt} isAgo />
      </Cell>
      <Cell label={columns.received} className="num font-medium">
        <Amount sats={receivedSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label={columns.to}>
        <TxId value={address} label={texts.address} />
      </Cell>
      <Cell label={columns.user}>
        <span className="grid min-w-0 gap-0.5">
          <span className="block max-w-44 min-w-0 truncate">{calledBy(userEmail, userId)}</span>
          {purpose === "faucet" ? <span className="text-xs text-fg-2">{texts.grant}</span> : null}
        </span>
      </Cell>
      <Cell label={columns.chain}>
        <Verdict payment={payment} />
      </Cell>
    </tr>
  );
}

function Verdict({ payment }: { payment: OpenPayment }) {
  const { txid, confirmations, foundAt, state } = payment;
  if (txid === null)
    return <Tag kind="fact">{state === "in_review" ? texts.inReview : texts.unpaid}</Tag>;
  const words = confirmations > 0 ? texts.sent : texts.signed;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Tag kind={foundAt === null ? "fact" : "up"}>{foundAt === null ? words : texts.found}</Tag>
      <span className="text-xs text-fg-2">{texts.confirmations(confirmations)}</span>
      <TransactionLink id={txid} hasCopy={false} />
    </span>
  );
}
