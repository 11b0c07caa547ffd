/** Shows a user's statement, positions, withdrawals and deposits. */
import { trackedId } from "../../features/account-history/tracked-id.ts";
import { codeWords } from "../../features/account-history/strings.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { When } from "../../ui/time/When.tsx";
import { dateText } from "../../ui/time/time-text.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Cell } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { withdrawalStates } from "../../features/account-history/withdrawal-state.ts";
import { Link } from "@tanstack/react-router";
import { mergePayouts, type EntryRow } from "./merge-payouts.ts";
import { PersonPanel } from "./PersonPanel.tsx";
import { personTexts as texts } from "./strings.ts";

interface Of {
  userId: string;
}

export function EntriesPanel({ userId }: Of) {
  const { columns, heldTag, times } = texts.entries;
  return (
    <PersonPanel
      list="listPersonEntries"
      userId={userId}
      texts={texts.entries}
      numbers={2}
      merge={mergePayouts}
    >
      {(entry: EntryRow) => (
        <tr key={`${entry.transferId} ${entry.account}`}>
          <At at={entry.at} />
          <Cell className="lead">
            {codeWords(entry.code, entry.cause)}{" "}
            {entry.count === undefined ? null : (
              <span className="font-normal text-fg-2">{times(wholeText(entry.count))} </span>
            )}
            {entry.account === "held" ? <Tag>{heldTag}</Tag> : null}
          </Cell>
          <Cell>{entry.cause === null ? null : <CauseOf cause={entry.cause} />}</Cell>
          <Cell className="num font-medium">
            <Money sats={entry.amountSats} cents={entry.amountCents} isSigned />
          </Cell>
          <Cell label={columns[4]} className="num hide-small text-fg-2">
            <Money sats={entry.balanceAfterSats} cents={entry.balanceAfterCents} />
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function HoldingsPanel({ userId }: Of) {
  const { columns, kinds, open, ended, noEnd } = texts.holdings;
  const [, , , until, paid, earned] = columns;
  return (
    <PersonPanel list="listPersonHoldings" userId={userId} texts={texts.holdings} numbers={2}>
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
            {holding.paidSats === null ? null : <Amount sats={holding.paidSats} />}
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
  return (
    <PersonPanel list="listPersonWithdrawals" userId={userId} texts={texts.withdrawals} numbers={2}>
      {(withdrawal) => (
        <tr key={withdrawal.id}>
          <At at={withdrawal.createdAt} />
          <Cell className="lead">
            <TrackLink id={withdrawal.txid ?? withdrawal.id} />
          </Cell>
          <Cell>{texts.withdrawals.methods[withdrawal.method]}</Cell>
          <Cell className="num font-medium">
            <Amount sats={withdrawal.amountSats} />
          </Cell>
          <Cell className="last md:text-right">{withdrawalStates[withdrawal.state].words}</Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

export function DepositsPanel({ userId }: Of) {
  return (
    <PersonPanel list="listPersonDeposits" userId={userId} texts={texts.deposits} numbers={2}>
      {(deposit) => (
        <tr key={deposit.id}>
          <At at={deposit.seenAt} />
          <Cell className="lead">
            <TrackLink id={deposit.txid} />
          </Cell>
          <Cell className="num font-medium">
            <Amount sats={deposit.amountSats} />
          </Cell>
          <Cell className="md:text-right">{texts.deposits.states[deposit.state]}</Cell>
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

/**
 * Links a cause to its page if administrators have such a page. Other causes are plain text,
 * because their pages would show the administrator's own data.
 */
function CauseOf({ cause }: { cause: string }) {
  const id = trackedId(cause);
  if (id !== undefined) return <TrackLink id={id} />;
  return (
    <span translate="no" className="mono text-fg-2" title={cause}>
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
