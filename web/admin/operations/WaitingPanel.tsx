/** Lists unfinished payments and uncredited deposits by state, with the reason for each wait. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { EmptyPanel } from "../../ui/loading/EmptyPanel.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { queueTexts } from "../withdrawals/strings.ts";
import type { Operations } from "./operations.ts";
import { waitingTexts as texts } from "./strings.ts";

type Waiting = Operations["waiting"][number];

interface Line {
  readonly what: string;
  readonly state: string;
  readonly count: number;
  readonly sats: number;
  readonly oldestAt: string;
  readonly why: string;
}

export function WaitingPanel({ operations }: { operations: Operations }) {
  const { pausedReason, waiting, deposits } = operations;
  const lines = [...waiting.map(paymentLine), ...deposits.map(depositLine)];
  const end = (
    <Link {...paths.adminWithdrawals} className="reach text-sm font-[550]">
      {texts.withdrawals}
    </Link>
  );
  if (pausedReason === null && lines.length === 0)
    return (
      <EmptyPanel title={texts.title} end={end}>
        {texts.empty}
      </EmptyPanel>
    );
  return (
    <Panel title={texts.title} end={end} foot={texts.foot} isFlush>
      {pausedReason === null ? null : (
        <div className="px-5 pt-4 pb-1 max-md:px-4">
          <Note kind="bad">
            <strong>{texts.paused}</strong> {pausedReason}
          </Note>
        </div>
      )}
      {lines.length === 0 ? (
        <Empty title={texts.empty}>{texts.emptyText}</Empty>
      ) : (
        <LinesTable lines={lines} />
      )}
    </Panel>
  );
}

function LinesTable({ lines }: { lines: readonly Line[] }) {
  return (
    <Table
      shape="stack"
      caption={texts.title}
      columns={[
        texts.what,
        texts.state,
        { label: texts.count, isNumber: true },
        { label: texts.amount, isMoney: true },
        texts.oldest,
        texts.why,
      ]}
    >
      {lines.map((line) => (
        <tr key={`${line.what} ${line.state} ${line.why}`}>
          <Cell className="lead">{line.what}</Cell>
          <Cell label={texts.state}>{line.state}</Cell>
          <Cell label={texts.count} className="num">
            {wholeText(line.count)}
          </Cell>
          <Cell label={texts.amount} isMoney>
            <Amount sats={line.sats} hasUnit={false} />
          </Cell>
          <Cell label={texts.oldest}>
            <When at={line.oldestAt} isAgo />
          </Cell>
          <Cell label={texts.why} className="full text-fg-2">
            <span className="block min-w-0 whitespace-normal md:min-w-56 md:py-2">{line.why}</span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function paymentLine(waiting: Waiting): Line {
  const { purpose, state, count, sats, oldestAt } = waiting;
  const words = state.replaceAll("_", " ");
  const why = reasonOf(waiting);
  return { what: texts.purposes[purpose], state: words, count, sats, oldestAt, why };
}

/**
 * Returns why a payment waits. `heldBackFor` keeps its value after a new approval, so it is used
 * only in states in which the withdrawal is on hold.
 */
function reasonOf({ state, waitingReason, heldBackFor }: Waiting): string {
  const isHeldBack = state === "in_review" || state === "conflicted";
  if (isHeldBack && heldBackFor !== null) return queueTexts.heldBack[heldBackFor];
  return waitingReason ?? texts.reasons[state];
}

function depositLine({ isInBlock, ...rest }: Operations["deposits"][number]): Line {
  const state = isInBlock ? texts.inBlock : texts.inMempool;
  const why = isInBlock ? texts.depositReasons.inBlock : texts.depositReasons.inMempool;
  return { ...rest, what: texts.deposits, state, why };
}
