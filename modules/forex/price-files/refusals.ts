/**
 * Refusals for price files, which name the line. An invalid file is neither stored nor repaired.
 */
import { defineRefusals } from "#platform";

const wrongLine = (text: string) =>
  ({ status: 422, title: "File Refused", text: `${text}{more}` }) as const;

export const priceFileRefusals = defineRefusals({
  prices_head: {
    status: 422,
    title: "File Refused",
    text: "Line 1 must be time,bid,ask or time,o,h,l,c or time,o,h,l,c,spread.",
  },
  prices_empty: {
    status: 422,
    title: "File Refused",
    text: "The file has no prices below its first line.",
  },
  prices_too_long: {
    status: 422,
    title: "File Too Long",
    text: "A file can have at most {max} lines of prices. Split it and replay the parts separately.",
  },
  prices_short: {
    status: 422,
    title: "File Too Short",
    text: "The file must cover at least one minute.",
  },
  prices_line: wrongLine("Line {line} does not have the columns of line 1: {fields}."),
  prices_time: wrongLine(
    "The time in line {line} must be in UTC, such as 2015-01-15T09:30:00Z, from 1999 to 2040. A candle begins on a full minute.",
  ),
  prices_order: wrongLine(
    "The time in line {line} is not later than the time in the previous line.",
  ),
  prices_closed: wrongLine(
    "The market is closed at the time in line {line}. Times must be in UTC.",
  ),
  prices_price: wrongLine(
    "Line {line} has a price that is not above 0, or has more decimals than {instrument} allows.",
  ),
  prices_crossed: wrongLine("The bid in line {line} is above the ask."),
  prices_candle: wrongLine("Open and close in line {line} must be between low and high."),
  prices_spread: wrongLine(
    "The spread in line {line} must be a number of pips from 0 to 1,000, with at most one decimal.",
  ),
  prices_jump: wrongLine(
    "The price in line {line} differs by more than a fifth from the previous price.",
  ),
  price_file_conversion: {
    status: 422,
    title: "No Conversion Rate",
    text: "{instrument} is converted to dollars at the ECB's rates, which cover {from} to {until}. Upload a pair with the dollar, or prices from that period.",
  },
  too_many_price_files: {
    status: 409,
    title: "Too Many Files",
    text: "You can keep at most {max} files. Remove one first.",
  },
  too_many_uploads: {
    status: 429,
    title: "Too Many Files",
    text: "At most {max} files per hour can be uploaded from one network. Try again later, or from another network.",
  },
  price_file_unknown: {
    status: 404,
    title: "File Not Found",
    text: "You have no file with this id.",
  },
  price_file_in_use: {
    status: 409,
    title: "File in Use",
    text: "A replay of this file is running. End the replay first.",
  },
});
