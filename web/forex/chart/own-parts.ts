/** A person's own on the chart: lines of trades and orders, what takes hold of them, marks. */
export { linesOf, lineText, nameOf, quotable } from "./lines.ts";
export { marksOf } from "./marks.ts";
export { OwnHandles } from "./OwnHandles.tsx";
