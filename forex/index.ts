/** Door of the Forex desk: its market here, its accounts and orders. */
export type { StoredOrder } from "./book/orders-table.ts";
export type { QuoteFeed } from "./feed/quote-feed.ts";
export { bringFunds } from "./funds/bring-funds.ts";
export { placeOrder } from "./orders/place-order.ts";
export { startForexEngine } from "./engine/worker.ts";
export { openForex, type Forex } from "./open-forex.ts";
export { forexAccountRoutes } from "./account-routes.ts";
export { startForexSource } from "./source/source-worker.ts";
export { openForexMarket, startForexDays, type ForexMarket } from "./market.ts";
export { quoteFrame } from "./present-market.ts";
export { forexMarketRoutes } from "./market-routes.ts";
export { forexReplayRoutes } from "./replay-routes.ts";
export { stopOutsOf } from "./engine/stop-out.ts";
export { priceAgeSeconds } from "./price-age.ts";
export { viewDeskState } from "./desk-state.ts";
export { deskFigures, type DeskFigures } from "./public-figures.ts";
export { forexProduct } from "./product.ts";
export type { DeskParts } from "./feed/desk-parts.ts";
