/**
 * Lists withdrawals, one per row (one per card on a phone), with all data needed for a decision. If
 * no decision is possible, shows the reason.
 */
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { TransactionLink } from "../../features/wallet/tracker/TransactionLink.tsx";
import { withdrawalStates } from "../../features/account-history/withdrawal-state.ts";
import { DecisionButtons, type Press } from "../decisions/DecisionButtons.tsx";
import { calledBy } from "../decisions/strings.ts";
import { OperatorFeeBump } from "./OperatorFeeBump.tsx";
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
        columns.user,
        columns.to,
        columns.known,
        columns.age,
        { label: columns.amount, isNumber: true },
        props.isWaiting ? { label: columns.actions, isNumber: true } : columns.state,
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
      <Cell className="lead font-medium">
        <Owner {...withdrawal} />
      </Cell>
      <Cell label={columns.to}>
        <Destination {...withdrawal} />
      </Cell>
      <Cell label={columns.known}>
        <Known {...withdrawal} />
      </Cell>
      <Cell label={columns.age} className="text-fg-2">
        <When at={withdrawal.createdAt} isAgo />
      </Cell>
      <Cell label={columns.amount} className="num font-medium">
        <span className="block min-w-0 py-1">
          <Amount sats={withdrawal.amountSats} unit="BTC" hasUnit={false} />
          <span className="block text-xs font-normal text-fg-2">
            {texts.fee(shortBtc(withdrawal.feeSats))}
          </span>
        </span>
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

/** Formats satoshis as BTC without trailing zeros. */
function shortBtc(sats: number): string {
  return btcText(sats).replace(/0{1,6}$/, "");
}

/**
 * Shows whether the owner uses two-factor authentication, the owner's earlier withdrawals, the
 * reason for the wait, and the approvals.
 */
function Known(withdrawal: QueuedWithdrawal) {
  const { hasSecondFactor, earlierCount, amountSats, daySats, heldBackFor } = withdrawal;
  const factor = hasSecondFactor === null ? [] : [texts.factor(hasSecondFactor)];
  const isTogether = daySats !== null && daySats > amountSats && withdrawal.approvalsRequired > 0;
  return (
    <span className="grid max-w-80 min-w-0 gap-0.5 py-1.5 whitespace-normal">
      <span>{[...factor, texts.earlier(earlierCount)].join(" \u00b7 ")}</span>
      {isTogether ? <Small>{texts.together(shortBtc(daySats))}</Small> : null}
      {heldBackFor === null ? null : <Small>{texts.heldBack[heldBackFor]}</Small>}
      <Approvals {...withdrawal} />
    </span>
  );
}

function Small(props: { children: ReactNode }) {
  return <span className="text-xs text-fg-2">{props.children}</span>;
}

function Destination({ address, method, isNewAddress, isAddressVerified }: QueuedWithdrawal) {
  if (address === null)
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        {texts.methods[method]}
        <Tag kind="sample">{texts.simulator}</Tag>
      </span>
    );
  return (
    <span className="grid min-w-0 py-1">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <TxId value={address} label={texts.address} />
        <Tag kind={isAddressVerified === true ? "up" : "fact"}>
          {isAddressVerified === true ? texts.verified : texts.notVerified}
        </Tag>
      </span>
      {isNewAddress === null ? null : (
        <span className={clsx("text-xs", isNewAddress ? "text-accent" : "text-fg-2")}>
          {isNewAddress ? texts.newAddress : texts.knownAddress}
        </span>
      )}
    </span>
  );
}

function Owner({ userEmail, userId }: QueuedWithdrawal) {
  const name = calledBy(userEmail, userId);
  if (userEmail === null) return <span title={userId}>{name}</span>;
  return (
    <Link
      {...paths.adminPerson(userId)}
      className="block max-w-56 min-w-0 truncate underline"
      title={userEmail || userId}
    >
      {name}
    </Link>
  );
}

/** Last line of a row, with the approvals. Omitted for withdrawals that need no approval. */
function Approvals({ approvals, approvalsRequired, isWaiting }: QueuedWithdrawal) {
  if (approvalsRequired === 0) return null;
  const nobody = isWaiting ? texts.nobodyYet : texts.nobody;
  return (
    <span className="flex min-w-0 flex-wrap gap-x-1.5 text-xs text-fg-2 max-md:justify-end">
      {texts.approvedBy}
      <span>{texts.count(approvals.length, approvalsRequired)}</span>
      {approvals.length === 0 ? <span>{nobody}</span> : null}
      {approvals.map(({ administratorId, email }) => (
        <span key={administratorId} className="max-w-48 min-w-0 truncate">
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
      of={texts.of(btcText(amountSats))}
      hindrance={obstacle === null ? undefined : texts.obstacles[obstacle]}
      against={isRejectable ? "reject" : undefined}
      onPress={(what) => onPress(what, withdrawal)}
    >
      {needsAnother ? <span className="text-xs text-fg-2">{texts.needsAnother}</span> : null}
    </DecisionButtons>
  );
}

const WAITS_FOR_BLOCK: ReadonlySet<QueuedWithdrawal["state"]> = new Set([
  "broadcast",
  "in_mempool",
]);

function Outcome({ id, txid, state, isSimulated, rejectedReason }: QueuedWithdrawal) {
  const { words, isBad } = withdrawalStates[state];
  return (
    <span className="grid min-w-0 justify-items-start gap-1 py-1.5">
      <span className="flex flex-wrap items-center gap-2">
        <Tag kind={isBad ? "down" : "fact"}>{words}</Tag>
        {isSimulated || txid === null ? null : <TransactionLink id={txid} hasCopy={false} />}
      </span>
      {isSimulated || !WAITS_FOR_BLOCK.has(state) ? null : <OperatorFeeBump withdrawalId={id} />}
      {state === "rejected" && rejectedReason !== null ? (
        <span className="block max-w-72 min-w-0 text-xs break-words whitespace-normal text-fg-2">
          {rejectedReason}
        </span>
      ) : null}
      <span className="sr-only">{id}</span>
    </span>
  );
}
