/**
 * Refusals for uploaded files, which name the line or block at fault. The series in use stays
 * unchanged.
 */
import { defineRefusals } from "#platform";

const headerFault = (text: string) =>
  ({ status: 422, title: "Header Refused", text: `${text} Nothing was changed.` }) as const;
const priceFault = (text: string) =>
  ({ status: 422, title: "Price Refused", text: `${text} Nothing was changed.` }) as const;

export const uploadRefusals = defineRefusals({
  history_headers_form: headerFault("Line {line} of the headers is not height,time,bits,header."),
  history_header_gap: headerFault("Line {line} of the headers should be block {height}."),
  history_header_columns: headerFault(
    "Block {height}: its time or bits differ from those in its header.",
  ),
  history_header_changed: headerFault("Block {height} differs from the one in use."),
  history_header_work: headerFault("Block {height}: its hash is above its target."),
  history_header_time: headerFault(
    "Block {height} is not later than the previous block, or is in the future.",
  ),
  history_header_change: headerFault(
    "Block {height}: its target is more than four times the previous one, or less than a quarter of it.",
  ),
  history_header_halving: headerFault(
    "Block {height} is after the next halving, whose date this version does not know.",
  ),
  history_prices_form: priceFault(
    "Line {line} of the prices is not date,usd, or is not in the order of days.",
  ),
  history_price_gap: priceFault(
    "There is no price from {from} to {to}. At most {days} consecutive days may be missing.",
  ),
  history_price_bounds: priceFault(
    "{day}: {usd} USD is outside 1 to 10,000,000, more than three times the previous price, or less than a third of it.",
  ),
  history_price_changed: priceFault("{day}: {usd} USD differs from the price in use."),
  history_price_future: priceFault("{day} is in the future."),
  history_shorter: {
    status: 422,
    title: "Files Too Short",
    text: "The files end before the series in use, which ends at block {height} and {day}. Nothing was changed.",
  },
  history_nothing_new: {
    status: 422,
    title: "Nothing New",
    text: "The files end where the series in use ends, at block {height} and {day}. Today's price is only used in later uploads.",
  },
});
