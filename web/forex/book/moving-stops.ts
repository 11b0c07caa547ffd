/** Trailing stops move without word of it: they are read as often as the engine writes them. */
const WRITTEN_EVERY_MS = 2_000;

/** For `refetchInterval`. */
export function movingEvery(orders: readonly { readonly type: string }[]): number | false {
  return orders.some(({ type }) => type === "TRAILING_STOP_LOSS") ? WRITTEN_EVERY_MS : false;
}
