/** Lists changes with time, author and source, newest first. */
import { withZone } from "../../ui/time/time-text.ts";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { addressText } from "../decisions/strings.ts";
import { settingsTexts as texts } from "./strings.ts";

export interface PostedChange {
  readonly id: string;
  readonly validFrom: string;
  readonly what: string;
  readonly source: string;
  /**
   * E-mail address of the author. Null for a deleted user, empty for a user without an e-mail
   * address.
   */
  readonly setBy: string | null;
}

export function VersionsTable(props: { caption: string; changes: readonly PostedChange[] }) {
  const { columns } = texts;
  return (
    <Table
      shape="stack"
      caption={props.caption}
      columns={[withZone(columns.at), columns.what, columns.source, columns.who]}
    >
      {props.changes.map(({ id, validFrom, what, source, setBy }) => (
        <tr key={id}>
          <Cell label={columns.at} className="text-fg-2">
            <PostedAt at={validFrom} />
          </Cell>
          <Cell label={columns.what}>
            <Wrapped>{what}</Wrapped>
          </Cell>
          <Cell label={columns.source}>
            <Wrapped>{source}</Wrapped>
          </Cell>
          <Cell label={columns.who} className="text-fg-2">
            <span className="block max-w-56 min-w-0 truncate" title={addressText(setBy)}>
              {addressText(setBy)}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

function Wrapped(props: { children: string }) {
  return (
    <span className="block max-w-96 min-w-0 py-1.5 break-words whitespace-normal">
      {props.children}
    </span>
  );
}
