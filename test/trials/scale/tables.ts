/** Prints Markdown tables, so that the output can be pasted into docs/scale.md. */

export function inTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...lines].map((cells) => cells[at]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => pad(cells[at] ?? "", width, at === 0)).join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [row(head), `| ${rule.join(" | ")} |`, ...lines.map(row)].join("\n");
}

/** Formats a number with two or three significant digits, or as an integer from 100 on. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

function pad(text: string, width: number, isFirst: boolean): string {
  return isFirst ? text.padEnd(width) : text.padStart(width);
}
