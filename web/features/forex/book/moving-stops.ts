/** Trailing stops move without word of it: they are read as often as the engine writes them. */
const WRITTEN_EVERY_MS = 2_000;
/** Of orders, each a request. */
const PAGE = 100;

/** For `refetchInterval`; many pages are read as many times more seldom. */
export function movingEvery(orders: readonly { readonly type: string }[]): number | false {
  const isMoving = orders.some(({ type }) => type === "TRAILING_STOP_LOSS");
  return isMoving && WRITTEN_EVERY_MS * Math.ceil(orders.length / PAGE);
}
