/** Before and after of a change, as figures that people know. */
import type { ReactNode } from "react";
import { Cell, Table } from "../../ui/Table.tsx";
import { dialogTexts as texts } from "./strings.ts";

export interface ConsequenceRow {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

export function Consequence(props: { steps: readonly string[]; rows: readonly ConsequenceRow[] }) {
  return (
    <section aria-label={texts.consequence} className="grid gap-2">
      <h3 className="text-sm font-semibold">{texts.consequence}</h3>
      {props.steps.length === 0 ? null : (
        <ul className="grid gap-1 text-sm text-fg-2">
          {props.steps.map((step) => (
            <li key={step} className="break-words">
              {step}
            </li>
          ))}
        </ul>
      )}
      <Table
        isDense
        caption={texts.consequence}
        columns={[
          "",
          { label: texts.before, isNumber: true },
          { label: texts.after, isNumber: true },
        ]}
      >
        {props.rows.map(({ label, before, after }) => (
          <tr key={label}>
            <Cell className="whitespace-normal">{label}</Cell>
            <Cell className="num">{before}</Cell>
            <Cell className="num">{after}</Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}
