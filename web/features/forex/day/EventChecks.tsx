/** Lists the user's events of a day, each with the result of its check. */
import { clsx } from "clsx";
import { usdText } from "../../../ui/amounts/amount-format.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { clockText, fullText } from "../../../ui/time/time-text.ts";
import { DifferenceLines } from "./DifferenceLines.tsx";
import type { CheckedEvent } from "./recheck-events.ts";
import { dayTexts as texts } from "./strings.ts";

export function EventChecks({ events }: { events: readonly CheckedEvent[] }) {
  return (
    <div className="border-t border-line">
      <Table
        shape="stack"
        caption={texts.own}
        columns={[
          texts.what,
          texts.time,
          { label: texts.units, isNumber: true },
          { label: texts.price, isNumber: true },
          { label: texts.outcome, isNumber: true },
          "",
        ]}
      >
        {events.map((checked) => (
          <EventRow key={checked.event.id} {...checked} />
        ))}
      </Table>
    </div>
  );
}

/** Returns the cell's classes, which hide cells without a value on small screens. */
const shownIf = (isThere: boolean) => (isThere ? "num" : "num hide-small");

function EventRow({ event, kind, differences, unchecked }: CheckedEvent) {
  const at = new Date(event.at);
  const isRight = differences.length === 0;
  return (
    <tr>
      <Cell className="lead">
        {texts.kinds[kind]} {event.instrument?.replace("_", "/")}
        <DifferenceLines differences={differences} />
        {unchecked === undefined ? null : (
          <span className="block text-xs font-normal whitespace-normal text-fg-2">{unchecked}</span>
        )}
      </Cell>
      <Cell label={texts.time}>
        <time dateTime={event.at} title={fullText(at)}>
          {clockText(at)}
        </time>
      </Cell>
      <Cell label={texts.units} className={shownIf(event.units !== null)}>
        {event.units === null ? null : wholeText(event.units).replace("-", "\u2212")}
      </Cell>
      <Cell label={texts.price} className={clsx("mono", shownIf(event.price !== null))}>
        {event.price}
      </Cell>
      <Cell label={texts.outcome} className={shownIf(event.amountCents !== 0)}>
        {event.amountCents === 0 ? null : usdText(BigInt(event.amountCents), { isSigned: true })}
      </Cell>
      <Cell className="actions">
        {unchecked === undefined ? (
          <Tag kind={isRight ? "up" : "down"}>{isRight ? texts.right : texts.differs}</Tag>
        ) : (
          <Tag kind="sample">{texts.notChecked}</Tag>
        )}
      </Cell>
    </tr>
  );
}
