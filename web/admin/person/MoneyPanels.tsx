/** What moved a person's money: statement, positions, withdrawals and deposits. */
import { trackedId } from "../../history/Cause.tsx";
import { codeWords } from "../../history/strings.ts";
import { paths } from "../../paths.ts";
import { When } from "../../time/When.tsx";
import { dateText } from "../../time/time-text.ts";
import { api } from "../../api.ts";
import { Amount, Usd } from "../../ui/Amount.tsx";
import { Cell } from "../../ui/Table.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { truncateMiddle } from "../../ui/truncate-middle.ts";
import { simulatedStateWords, withdrawalStates } from "../../wallet/withdrawal-state.ts";
import { Link } from "@tanstack/react-router";
import { PAGE, PersonPanel } from "./PersonPanel.tsx";
import { personTexts as texts } from "./strings.ts";

interface Of {
  userId: string;
}

export function EntriesPanel({ userId }: Of) {
  const { title, empty, columns } = texts.entries;
  const [at, what, cause, amount, balance] = columns;
  return (
    <PersonPanel
      title={title}
      empty={empty}
      columns={[
        at,
        what,
        cause,
        { label: amount, isNumber: true },
        { label: balance, isNumber: true },
      ]}
      queryKey={["listPersonEntries", userId]}
      load={(page) => api("listPersonEntries", { params: { userId }, query: { ...PAGE, ...page } })}
    >
      {(entry) => (
        <tr key={`${entry.transferId} ${entry.account}`}>
          <At at={entry.at} />
          <Cell className="lead">
            {codeWords(entry.code)}{" "}
            {entry.account === "held" ? <Tag>{texts.entries.heldTag}</Tag> : null}
          </Cell>
          <Cell>{entry.cause === null ? null : <CauseOf cause={entry.cause} />}</Cell>
          <Cell className="num font-medium">
            <Money sats={entry.amountSats} cents={entry.amountCents} isSigned />
          </Cell>
          <Cell label={balance} className="num hide-small text-fg-2">
            <Money sats={entry.balanceAfterSats} cents={entry.balanceAfterCents} />
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function HoldingsPanel({ userId }: Of) {
  const { title, empty, columns, kinds, open, ended, noEnd } = texts.holdings;
  const [since, what, kind, until, paid, earned] = columns;
  return (
    <PersonPanel
      title={title}
      empty={empty}
      columns={[
        since,
        what,
        kind,
        until,
        { label: paid, isNumber: true },
        { label: earned, isNumber: true },
      ]}
      queryKey={["listPersonHoldings", userId]}
      load={() => api("listPersonHoldings", { params: { userId } })}
    >
      {(holding) => (
        <tr key={holding.id}>
          <At at={holding.startedAt} />
          <Cell className="lead">
            {holding.name} <span className="text-fg-2">{holding.isOpen ? open : ended}</span>
          </Cell>
          <Cell>{kinds[holding.kind]}</Cell>
          <Cell label={until} className="hide-small text-fg-2">
            {holding.endsAt === null ? noEnd : dateText(new Date(holding.endsAt))}
          </Cell>
          <Cell label={paid} className="num">
            <Amount sats={holding.paidSats} />
          </Cell>
          <Cell label={earned} className="num hide-small">
            {holding.earnedSats === null ? null : <Amount sats={holding.earnedSats} />}
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function WithdrawalsPanel({ userId }: Of) {
  const { title, empty, columns, methods } = texts.withdrawals;
  const [at, id, method, amount, state] = columns;
  return (
    <PersonPanel
      title={title}
      empty={empty}
      columns={[
        at,
        id,
        method,
        { label: amount, isNumber: true },
        { label: state, isNumber: true },
      ]}
      queryKey={["listPersonWithdrawals", userId]}
      load={(page) =>
        api("listPersonWithdrawals", { params: { userId }, query: { ...PAGE, ...page } })
      }
    >
      {(withdrawal) => (
        <tr key={withdrawal.id}>
          <At at={withdrawal.createdAt} />
          <Cell className="lead">
            <TrackLink id={withdrawal.txid ?? withdrawal.id} />
          </Cell>
          <Cell>{methods[withdrawal.method]}</Cell>
          <Cell className="num font-medium">
            <Amount sats={withdrawal.amountSats} />
          </Cell>
          <Cell className="num">
            {withdrawal.isSimulated
              ? simulatedStateWords(withdrawal.state)
              : withdrawalStates[withdrawal.state].words}
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function DepositsPanel({ userId }: Of) {
  const { title, empty, columns, states } = texts.deposits;
  const [at, transaction, amount, state] = columns;
  return (
    <PersonPanel
      title={title}
      empty={empty}
      columns={[
        at,
        transaction,
        { label: amount, isNumber: true },
        { label: state, isNumber: true },
      ]}
      queryKey={["listPersonDeposits", userId]}
      load={(page) =>
        api("listPersonDeposits", { params: { userId }, query: { ...PAGE, ...page } })
      }
    >
      {(deposit) => (
        <tr key={deposit.id}>
          <At at={deposit.seenAt} />
          <Cell className="lead">
            <TrackLink id={deposit.txid} />
          </Cell>
          <Cell className="num font-medium">
            <Amount sats={deposit.amountSats} />
          </Cell>
          <Cell className="num">{states[deposit.state]}</Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function At({ at }: { at: string }) {
  return (
    <Cell className="end text-fg-2">
      <When at={at} className="mono" />
    </Cell>
  );
}

/** Pages about other causes show the reader's own: here they are names only. */
function CauseOf({ cause }: { cause: string }) {
  const id = trackedId(cause);
  if (id !== undefined) return <TrackLink id={id} />;
  return (
    <span className="mono text-fg-2" title={cause}>
      {truncateMiddle(cause)}
    </span>
  );
}

function TrackLink({ id }: { id: string }) {
  return (
    <Link {...paths.trackTransaction(id)} className="mono" title={id}>
      {truncateMiddle(id)}
    </Link>
  );
}

function Money(props: { sats: number | null; cents: number | null; isSigned?: boolean }) {
  const isSigned = props.isSigned ?? false;
  if (props.sats !== null) return <Amount sats={props.sats} isSigned={isSigned} />;
  if (props.cents !== null) return <Usd cents={props.cents} isSigned={isSigned} />;
  return null;
}
