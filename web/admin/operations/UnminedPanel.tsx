/**
 * Lists the platform's unconfirmed transactions with their fee rates and the node's latest
 * responses.
 */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { EmptyPanel } from "../../ui/loading/EmptyPanel.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { StuckButtons } from "./StuckButtons.tsx";
import { rateText, type Operations } from "./operations.ts";
import { unminedTexts as texts } from "./strings.ts";

type Unmined = Operations["unmined"]["items"][number];

const KILO = 1_000;

export function UnminedPanel({ operations }: { operations: Operations }) {
  const { unmined, fee } = operations;
  const further = unmined.count - unmined.items.length;
  if (unmined.items.length === 0) return <EmptyPanel title={texts.title}>{texts.empty}</EmptyPanel>;
  return (
    <Panel
      title={texts.title}
      end={
        <Link {...paths.adminWithdrawals} className="reach text-sm font-[550]">
          {texts.toRaise}
        </Link>
      }
      foot={further > 0 ? `${texts.further(wholeText(further))} ${texts.foot}` : texts.foot}
      isFlush
    >
      <Table
        shape="stack"
        caption={texts.title}
        columns={[
          texts.transaction,
          { label: texts.rate, isNumber: true },
          texts.sent,
          { label: texts.times, isNumber: true },
          texts.answer,
          { label: texts.toDo, isNumber: true },
        ]}
      >
        {unmined.items.map((payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            nowSatsPerKvb={fee.rate?.satsPerKvb ?? null}
          />
        ))}
      </Table>
    </Panel>
  );
}

function PaymentRow(props: { payment: Unmined; nowSatsPerKvb: number | null }) {
  const { payment, nowSatsPerKvb } = props;
  const { txid, minerFeeSats, virtualSize, paysCount, sendCount, attempt } = payment;
  const isBelow = nowSatsPerKvb !== null && minerFeeSats * KILO < nowSatsPerKvb * virtualSize;
  return (
    <tr>
      <Cell className="lead">
        <TxId value={txid} />
        {attempt === null ? null : <Tag kind="fact">{texts.attempts[attempt]}</Tag>}
        {paysCount === 1 ? null : (
          <span className="block text-xs text-fg-2 md:pb-2">
            {texts.together(wholeText(paysCount))}
          </span>
        )}
      </Cell>
      <Cell label={texts.rate} className="num">
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {isBelow ? <Tag kind="down">{texts.belowNow}</Tag> : null}
          {rateText(minerFeeSats, virtualSize)}
        </span>
      </Cell>
      <Cell label={texts.sent}>
        <Sent payment={payment} />
      </Cell>
      <Cell label={texts.times} className="num">
        {wholeText(sendCount)}
      </Cell>
      <Cell label={texts.answer} className="full">
        <span className="block min-w-0 break-words whitespace-normal md:min-w-28 md:py-2">
          {answerOf(payment)}
        </span>
      </Cell>
      <Cell className="actions">
        <StuckButtons payment={payment} />
      </Cell>
    </tr>
  );
}

function Sent({ payment: { sentAt, signedAt } }: { payment: Unmined }) {
  if (sentAt !== null) return <When at={sentAt} isAgo />;
  return (
    <span className="block min-w-0 whitespace-normal">
      {texts.notSent}, {texts.signed} <When at={signedAt} isAgo />
    </span>
  );
}

/**
 * Returns the node's response as text. If the node accepted the transaction, the response is the
 * transaction id.
 */
function answerOf({ lastAnswer, txid }: Unmined): string {
  if (lastAnswer === null) return texts.noAnswer;
  return lastAnswer === txid ? texts.taken : lastAnswer;
}
