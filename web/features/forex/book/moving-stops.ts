/**
 * Trailing stops move without an event, so orders are refetched as often as the engine writes them.
 */
const WRITTEN_EVERY_MS = 2_000;
/** Orders per page, and so per request. */
const PAGE = 100;

/**
 * The `refetchInterval` of the orders. It grows with the number of pages, so that the request rate
 * stays constant.
 */
export function movingEvery(orders: readonly { readonly type: string }[]): number | false {
  const isMoving = orders.some(({ type }) => type === "TRAILING_STOP_LOSS");
  return isMoving && WRITTEN_EVERY_MS * Math.ceil(orders.length / PAGE);
}
