export { formatAmount, parseAmount, BTC_DECIMALS, USD_DECIMALS } from "./decimal.ts";
export { mulDiv, type Rounding } from "./mul-div.ts";
