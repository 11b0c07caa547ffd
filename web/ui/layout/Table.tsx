/**
 * Tables that become lists below 768 px. The `shape` determines the layout: "stack" has rows of
 * label and value, "duo" has two values per row, and "list" starts with name and amount. With
 * "scroll", the table remains a table and scrolls inside its box. Cell classes: lead (name), num
 * (amount, right-aligned), end, last (order in "list"), full, actions, hide-small.
 *
 *   <Table shape="list" columns={["What", { label: "Amount", isMoney: true }]}>
 *     <tr><Cell className="lead">Deposit</Cell><Cell label="Amount" isMoney><Amount hasUnit={false} /></Cell></tr>
 *   </Table>
 */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useShownUnit } from "../preferences/unit.ts";

/**
 * A table column. Columns of buttons have the label "". With `isMoney`, the header shows the unit
 * once and the cells omit it (`<Amount hasUnit={false} />`).
 */
export type Column = string | { label: string; isNumber?: boolean; isMoney?: boolean };

export function Table(props: {
  columns?: readonly Column[];
  shape?: "stack" | "duo" | "list" | "scroll";
  isDense?: boolean;
  /** Caption for screen readers. Required if there is no heading directly above the table. */
  caption?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const shape = props.shape ?? "scroll";
  const unit = useShownUnit();
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
              const { label, isNumber, isMoney } =
                typeof column === "string"
                  ? ({ label: column } as Exclude<Column, string>)
                  : column;
              return (
                <th key={label} scope="col" className={isNumber || isMoney ? "num" : undefined}>
                  {label === "" ? (
                    <span className="sr-only">Actions</span>
                  ) : isMoney ? (
                    `${label}, ${unit}`
                  ) : (
                    label
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
      )}
      <tbody>{props.children}</tbody>
    </table>
  );
  // On tablets, a wide table scrolls inside its box, so that the page itself does not scroll
  // sideways.
  return (
    <div className={shape === "scroll" ? "overflow-x-auto" : "md:overflow-x-auto"}>{table}</div>
  );
}

/** A table cell. In lists, `label` is shown as the value's name, including the unit for money. */
export function Cell(props: {
  label?: string | undefined;
  isMoney?: boolean;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const unit = useShownUnit();
  const label =
    props.isMoney && props.label !== undefined ? `${props.label}, ${unit}` : props.label;
  return (
    <td
      data-label={label}
      data-unit={props.isMoney ? unit : undefined}
      translate={props.isMoney ? "no" : undefined}
      className={clsx(props.isMoney && "num", props.className)}
    >
      {props.children}
    </td>
  );
}
