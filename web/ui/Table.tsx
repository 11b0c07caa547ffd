/**
 * Tables that become lists under 768 px. `shape`: "stack" label and value lines, "duo" two values a line, "list" name and
 * amount first, "scroll" stays a table and scrolls in its box. Cell classes: lead (name), num (amount, right-aligned),
 * end, last (order in "list"), full, actions, hide-small.
 *
 *   <Table shape="list" columns={["What", { label: "Amount, BTC", isNumber: true }]}>
 *     <tr><Cell className="lead">Deposit</Cell><Cell label="Amount, BTC" className="num"><Amount .../></Cell></tr>
 *   </Table>
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Column = string | { label: string; isNumber?: boolean };

export function Table(props: {
  columns?: readonly Column[];
  shape?: "stack" | "duo" | "list" | "scroll";
  isDense?: boolean;
  /** For screen readers, when no heading stands right above. */
  caption?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const shape = props.shape ?? "scroll";
  const table = (
    <table
      className={clsx(
        "data-table",
        shape !== "scroll" && "stack",
        (shape === "duo" || shape === "list") && shape,
        props.isDense && "dense",
        props.className,
      )}
    >
      {props.caption === undefined ? null : <caption className="sr-only">{props.caption}</caption>}
      {props.columns === undefined ? null : (
        <thead>
          <tr>
            {props.columns.map((column) => {
              const { label, isNumber = false } =
                typeof column === "string" ? { label: column } : column;
              return (
                <th key={label} scope="col" className={isNumber ? "num" : undefined}>
                  {label}
                </th>
              );
            })}
          </tr>
        </thead>
      )}
      <tbody>{props.children}</tbody>
    </table>
  );
  if (shape !== "scroll") return table;
  return <div className="overflow-x-auto">{table}</div>;
}

/** A cell; `label` names the value once the table is a list. */
export function Cell(props: {
  label?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <td data-label={props.label} className={props.className}>
      {props.children}
    </td>
  );
}
