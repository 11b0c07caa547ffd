/** Status of an event: the six-block meter while confirmations are counted, otherwise a text. */
import { SixBlockMeter } from "../../ui/figures/SixBlockMeter.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { eventStatus, type EventStatus as Status } from "./event-words.ts";
import type { LedgerEvent } from "./use-events.ts";

export function EventStatus({ event }: { event: LedgerEvent }) {
  return <StatusMark status={eventStatus(event)} />;
}

export function StatusMark(props: { status: Status | undefined; hasCount?: boolean }) {
  const { status, hasCount = false } = props;
  if (status === undefined) return null;
  if (status.kind === "words")
    return <Tag kind={status.isBad ? "down" : "fact"}>{status.words}</Tag>;
  return (
    <SixBlockMeter
      confirmations={status.count}
      isTakenBack={status.isTakenBack}
      isDeposit={status.isDeposit}
      hasCount={hasCount}
    />
  );
}
