/**
 * Trailing stops move without an event, so the orders are refetched at the interval at which the
 * engine saves the stops.
 */
const WRITTEN_EVERY_MS = 2_000;
/** Number of orders per page. Each page is one request. */
const PAGE = 100;

/**
 * Returns the `refetchInterval` of the orders. It grows with the number of pages, so that the
 * request rate stays constant.
 */
export function movingEvery(orders: readonly { readonly type: string }[]): number | false {
  const isMoving = orders.some(({ type }) => type === "TRAILING_STOP_LOSS");
  return isMoving && WRITTEN_EVERY_MS * Math.ceil(orders.length / PAGE);
}
