/** Lists the positions with accrued interest and end date. A button closes a position early. */
import { useState, type ReactNode } from "react";
import { dateText, fullText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { durationText } from "../../ui/amounts/number-format.ts";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import type { Position } from "./earn-terms.ts";
import { accruedOf } from "./accrual.ts";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { useServerNow, type ServerTime } from "./server-clock.ts";
import { positionTexts as texts } from "./strings.ts";

const TICK_MS = 1000;

export function Positions(props: {
  positions: readonly Position[];
  time: ServerTime;
  emptyTitle: string;
  emptyText: string;
  emptyAction: ReactNode;
}) {
  const now = useServerNow(props.time, TICK_MS);
  const [leaving, setLeaving] = useState<string>();
  // Open positions come first. Within each group, keep the server's order, which is newest first.
  const rows = props.positions.toSorted(
    (a, b) => Number(a.state === "closed") - Number(b.state === "closed"),
  );
  const chosen = rows.find(({ id, state }) => id === leaving && state !== "closed");
  return (
    <Panel title={texts.title} isFlush>
      {rows.length === 0 ? (
        <Empty title={props.emptyTitle} action={props.emptyAction}>
          {props.emptyText}
        </Empty>
      ) : (
        <Table
          shape="stack"
          caption={texts.caption}
          columns={[
            texts.columns.what,
            { label: texts.columns.amount, isMoney: true },
            { label: texts.columns.rate, isNumber: true },
            { label: texts.columns.interest, isMoney: true },
            texts.columns.ends,
            "",
          ]}
        >
          {rows.map((position) => (
            <Row
              key={position.id}
              position={position}
              now={now}
              onLeave={() => setLeaving(position.id)}
            />
          ))}
        </Table>
      )}
      {chosen === undefined ? null : (
        <LeaveDialog position={chosen} now={now} onClose={() => setLeaving(undefined)} />
      )}
    </Panel>
  );
}

function Row(props: { position: Position; now: Date; onLeave: () => void }) {
  const { position, now } = props;
  return (
    <tr>
      <Cell className="lead">
        {position.name} <OutcomeTag position={position} />
      </Cell>
      <Cell label={texts.columns.amount} isMoney>
        <Amount sats={position.principalSats} hasUnit={false} />
      </Cell>
      <Cell label={texts.columns.rate} className="num">
        {position.apyPercent}%
      </Cell>
      <Cell label={texts.columns.interest} isMoney>
        <Interest position={position} now={now} />
      </Cell>
      <Cell label={texts.columns.ends}>
        <Ends position={position} now={now} />
      </Cell>
      <Cell className="actions">
        {position.state === "closed" ? null : (
          <Button
            size="small"
            aria-label={texts.leaveLabel(position.name, position.id)}
            onClick={props.onLeave}
          >
            {texts.leave}
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function OutcomeTag({ position }: { position: Position }) {
  if (position.outcome === null) return null;
  return position.outcome === "paid" ? (
    <Tag kind="up">{texts.paidTag}</Tag>
  ) : (
    <Tag>{texts.left}</Tag>
  );
}

/** All digits have the same width, so that the layout does not shift as the figure grows. */
function Interest({ position, now }: { position: Position; now: Date }) {
  if (position.accrual === null)
    return (
      <span>
        <Sentence
          text={texts.paidInterest}
          parts={{ interest: <Amount sats={position.paidSats ?? 0} hasUnit={false} /> }}
        />
      </span>
    );
  return (
    <span>
      <span data-accrued={position.id}>
        <Amount sats={accruedOf(position, now)} hasUnit={false} />
      </span>{" "}
      <span className="text-xs text-fg-2 max-md:block">
        <Sentence
          text={texts.ofSetAside}
          parts={{ promised: <Amount sats={position.promisedSats} hasUnit={false} /> }}
        />
      </span>
      <InterestBar share={Number(accruedOf(position, now)) / Math.max(1, position.promisedSats)} />
    </span>
  );
}

/**
 * A bar with accrued interest as a solid part and the interest set aside for the remaining days as
 * a hatched part.
 */
function InterestBar({ share }: { share: number }) {
  return (
    <span aria-hidden className="mt-1 mb-0.5 ml-auto flex h-1.5 w-32 border border-up/45">
      <i className="bg-up" style={{ width: `${Math.min(100, share * 100)}%` }} />
      <i className="hatch-up flex-1" />
    </span>
  );
}

function Ends({ position, now }: { position: Position; now: Date }) {
  const { closedAt, endsAt, paidThrough, state } = position;
  if (closedAt !== null) return <DateLine at={closedAt} />;
  if (endsAt !== null) {
    const seconds = (Date.parse(endsAt) - now.getTime()) / 1000;
    if (state === "matured" || seconds <= 0) return <>{texts.beingPaid}</>;
    return (
      <span>
        <DateLine at={endsAt} />{" "}
        <span className="text-xs text-fg-2">{texts.inTime(durationText(seconds))}</span>
      </span>
    );
  }
  if (paidThrough === null) return null;
  const isExhausted = Date.parse(paidThrough) <= now.getTime();
  return (
    <span title={isExhausted ? texts.exhausted : undefined}>
      {texts.paidThrough(dateText(new Date(paidThrough)))}
      {isExhausted ? <span className="block text-xs text-down">{texts.exhausted}</span> : null}
    </span>
  );
}

function DateLine({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={fullText(date)}>
      {dateText(date)}
    </time>
  );
}
