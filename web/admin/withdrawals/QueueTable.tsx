/**
 * One row, or card on a phone, per withdrawal: everything a decision needs, and what stands in its
 * way before the press.
 */
import { Link } from "@tanstack/react-router";
import { BTC_DECIMALS, formatAmount } from "#money";
import { paths } from "../../navigation/paths.ts";
import { When } from "../../time/When.tsx";
import { Amount } from "../../ui/Amount.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import { TxId } from "../../ui/TxId.tsx";
import { TransactionLink } from "../../wallet/tracker/TransactionLink.tsx";
import { withdrawalStates } from "../../history/withdrawal-state.ts";
import { DecisionButtons, type Press } from "../decisions/DecisionButtons.tsx";
import { calledBy } from "../decisions/strings.ts";
import type { QueuedWithdrawal } from "./queued-withdrawal.ts";
import { queueTexts as texts } from "./strings.ts";

const { columns } = texts;

export function QueueTable(props: {
  items: readonly QueuedWithdrawal[];
  isWaiting: boolean;
  onPress: Press<QueuedWithdrawal>;
}) {
  return (
    <Table
      shape="stack"
      caption={texts.table}
      columns={[
        columns.age,
        { label: columns.amount, isNumber: true },
        columns.to,
        columns.user,
        { label: columns.fee, isNumber: true },
        columns.hash,
        columns.approvals,
        props.isWaiting ? columns.actions : columns.state,
      ]}
    >
      {props.items.map((withdrawal) => (
        <Row key={withdrawal.id} withdrawal={withdrawal} onPress={props.onPress} />
      ))}
    </Table>
  );
}

function Row({
  withdrawal,
  onPress,
}: {
  withdrawal: QueuedWithdrawal;
  onPress: Press<QueuedWithdrawal>;
}) {
  return (
    <tr>
      <Cell label={columns.age} className="text-fg-2">
        <When at={withdrawal.createdAt} isAgo />
      </Cell>
      <Cell label={columns.amount} className="num font-medium">
        <span className="block min-w-0 py-1">
          <Amount sats={withdrawal.amountSats} unit="BTC" hasUnit={false} />
          <Together {...withdrawal} />
          <HeldBack {...withdrawal} />
        </span>
      </Cell>
      <Cell label={columns.to}>
        <Destination {...withdrawal} />
      </Cell>
      <Cell label={columns.user}>
        <Owner {...withdrawal} />
      </Cell>
      <Cell label={columns.fee} className="num text-fg-2">
        <Amount sats={withdrawal.feeSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label={columns.hash} className="mono text-fg-2">
        <span title={withdrawal.approvalHash}>{truncateMiddle(withdrawal.approvalHash, 6, 4)}</span>
      </Cell>
      <Cell label={columns.approvals}>
        <Approvals {...withdrawal} />
      </Cell>
      {withdrawal.isWaiting ? (
        <Cell className="actions">
          <Decision withdrawal={withdrawal} onPress={onPress} />
        </Cell>
      ) : (
        <Cell label={columns.state}>
          <Outcome {...withdrawal} />
        </Cell>
      )}
    </tr>
  );
}

/** Why a small one waits. */
function Together({ amountSats, daySats, approvalsRequired }: QueuedWithdrawal) {
  if (daySats === null || daySats <= amountSats || approvalsRequired === 0) return null;
  const sum = formatAmount(BigInt(daySats), BTC_DECIMALS).replace(/0{1,6}$/, "");
  return (
    <span className="block text-xs font-normal text-fg-2 whitespace-normal">
      {texts.together(sum)}
    </span>
  );
}

/** Why one waits that nobody had to look at before. */
function HeldBack({ heldBackFor }: QueuedWithdrawal) {
  if (heldBackFor === null) return null;
  return (
    <span className="block max-w-56 text-xs font-normal text-fg-2 whitespace-normal">
      {texts.heldBack[heldBackFor]}
    </span>
  );
}

function Destination({ address, method, isAddressVerified }: QueuedWithdrawal) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      {texts.methods[method]}
      {address === null ? (
        <Tag kind="sample">{texts.simulator}</Tag>
      ) : (
        <>
          <TxId value={address} label={texts.address} />
          <Tag kind={isAddressVerified === true ? "up" : "fact"}>
            {isAddressVerified === true ? texts.verified : texts.notVerified}
          </Tag>
        </>
      )}
    </span>
  );
}

function Owner({ userEmail, userId }: QueuedWithdrawal) {
  if (userEmail === null) return <span title={userId}>{calledBy(userEmail, userId)}</span>;
  return (
    <Link
      {...paths.adminPerson(userId)}
      className="block max-w-44 max-md:max-w-56 min-w-0 truncate underline"
      title={userEmail}
    >
      {userEmail}
    </Link>
  );
}

function Approvals({ approvals, approvalsRequired, isWaiting }: QueuedWithdrawal) {
  if (approvalsRequired === 0) return <span className="text-fg-3">{texts.notNeeded}</span>;
  return (
    <span className="grid min-w-0 gap-0.5 py-1">
      <span>{texts.count(approvals.length, approvalsRequired)}</span>
      {approvals.length === 0 ? (
        <span className="text-xs text-fg-2">{isWaiting ? texts.nobodyYet : texts.nobody}</span>
      ) : null}
      {approvals.map(({ administratorId, email }) => (
        <span
          key={administratorId}
          className="max-w-32 max-md:max-w-48 min-w-0 truncate text-xs text-fg-2"
        >
          {calledBy(email, administratorId)}
        </span>
      ))}
    </span>
  );
}

function Decision(props: { withdrawal: QueuedWithdrawal; onPress: Press<QueuedWithdrawal> }) {
  const { withdrawal, onPress } = props;
  const { obstacle, amountSats, approvals, approvalsRequired } = withdrawal;
  const isRejectable = obstacle !== "own" && obstacle !== "second_factor_required";
  const needsAnother = obstacle === null && approvals.length + 1 < approvalsRequired;
  return (
    <DecisionButtons
      of={texts.of(formatAmount(BigInt(amountSats), BTC_DECIMALS))}
      hindrance={obstacle === null ? undefined : texts.obstacles[obstacle]}
      against={isRejectable ? "reject" : undefined}
      onPress={(what) => onPress(what, withdrawal)}
    >
      {needsAnother ? <span className="text-xs text-fg-2">{texts.needsAnother}</span> : null}
    </DecisionButtons>
  );
}

function Outcome({ id, txid, state, isSimulated, rejectedReason }: QueuedWithdrawal) {
  const { words, isBad } = withdrawalStates[state];
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1.5">
      <span className="flex flex-wrap items-center gap-2">
        <Tag kind={isBad ? "down" : "fact"}>{words}</Tag>
        {isSimulated || txid === null ? null : <TransactionLink id={txid} hasCopy={false} />}
      </span>
      {state === "rejected" && rejectedReason !== null ? (
        <span className="block max-w-72 min-w-0 text-xs break-words whitespace-normal text-fg-2">
          {rejectedReason}
        </span>
      ) : null}
      <span className="sr-only">{id}</span>
    </span>
  );
}
