/** What is wrong with uploaded files, by name and place; the series in use stays as it is. */
import { defineRefusals } from "#platform";

const headerFault = (text: string) =>
  ({ status: 422, title: "Header Refused", text: `${text} Nothing was changed.` }) as const;
const priceFault = (text: string) =>
  ({ status: 422, title: "Price Refused", text: `${text} Nothing was changed.` }) as const;

export const uploadRefusals = defineRefusals({
  history_headers_form: headerFault("Line {line} of the headers is not height,time,bits,header."),
  history_header_gap: headerFault("Line {line} of the headers should be block {height}."),
  history_header_columns: headerFault(
    "Block {height}: its time or bits are others than those in its header.",
  ),
  history_header_changed: headerFault("Block {height} differs from the one in use."),
  history_header_work: headerFault("Block {height}: its hash lies above its target."),
  history_header_time: headerFault(
    "Block {height} is not later than the one before, or ahead of now.",
  ),
  history_header_change: headerFault(
    "Block {height}: its target is more than four times, or less than a quarter of, the one before.",
  ),
  history_header_halving: headerFault(
    "Block {height} is past the next halving, whose day this version does not know.",
  ),
  history_prices_form: priceFault("Line {line} of the prices is not date,usd in order of days."),
  history_price_gap: priceFault(
    "No price from {from} to {to}: at most {days} days in a row may miss.",
  ),
  history_price_bounds: priceFault(
    "{day}: {usd} USD lies outside 1 to 10,000,000, or is more than three times, or less than a third of, the price before.",
  ),
  history_price_changed: priceFault("{day}: {usd} USD is not the price in use."),
  history_price_future: priceFault("{day} lies in the future."),
  history_shorter: {
    status: 422,
    title: "Files Too Short",
    text: "The files do not reach as far as the series in use, to block {height} and {day}. Nothing was changed.",
  },
  history_nothing_new: {
    status: 422,
    title: "Nothing New",
    text: "The files end where the series in use ends, with block {height} and {day}. A price of today counts in files that are added later.",
  },
});
