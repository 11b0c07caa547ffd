/** Door of the Forex desk: its market here, its accounts and orders. */
export { forexProduct } from "./product.ts";
