/**
 * Returns the column of each button, counted from the right edge of the chart. Buttons that would
 * overlap in a column are in different columns. `tops` are the buttons' places in pixels.
 */
export function buttonColumns<Button>(
  tops: ReadonlyMap<Button, number>,
  sizePx: number,
): ReadonlyMap<Button, number> {
  const lowest: number[] = [];
  const columns = new Map<Button, number>();
  for (const [button, top] of [...tops].toSorted((a, b) => a[1] - b[1])) {
    const free = lowest.findIndex((last) => top - last >= sizePx);
    const column = free === -1 ? lowest.length : free;
    lowest[column] = top;
    columns.set(button, column);
  }
  return columns;
}
