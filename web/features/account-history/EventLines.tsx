/**
 * Shows the latest events as a table, or as a list on phones. Each event's meaning precedes its id.
 */
import { withZone } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Cause } from "./Cause.tsx";
import type { EventLine } from "./event-line.ts";
import { StatusMark } from "./EventStatus.tsx";
import { historyTexts as texts } from "./strings.ts";

export function EventLines(props: { caption: string; lines: readonly EventLine[] }) {
  return (
    <Table
      shape="list"
      caption={props.caption}
      columns={[
        withZone("Time"),
        texts.columns.what,
        texts.columns.detail,
        texts.columns.status,
        { label: texts.columns.amount, isMoney: true },
      ]}
    >
      {props.lines.map((line) => (
        <tr key={line.key}>
          <Cell className="end text-fg-2">
            <When at={line.at} className="mono" />
          </Cell>
          <Cell className="lead">{line.what}</Cell>
          <Cell className="text-fg-2 whitespace-normal! md:py-1.5!">
            {line.meaning === "" ? <Cause cause={line.cause} /> : line.meaning}
          </Cell>
          <Cell className={line.status === undefined ? "hide-small" : "last"}>
            <StatusMark status={line.status} hasCount />
          </Cell>
          <Cell isMoney>
            <Amount sats={line.amountSats} isSigned hasUnit={false} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
