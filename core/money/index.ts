export { formatAmount, parseAmount, BTC_DECIMALS, USD_DECIMALS } from "./decimal.ts";
export { mulDiv } from "./mul-div.ts";
