/** Refusals of a price file, by line. Refused files are neither stored nor repaired. */
import { defineRefusals } from "#platform";

const wrongLine = (text: string) =>
  ({ status: 422, title: "File Refused", text: `Line {line}: ${text}{more}` }) as const;

export const priceFileRefusals = defineRefusals({
  prices_head: {
    status: 422,
    title: "File Refused",
    text: "Line 1 has to be time,bid,ask or time,o,h,l,c or time,o,h,l,c,spread.",
  },
  prices_empty: {
    status: 422,
    title: "File Refused",
    text: "The file has no prices below its first line.",
  },
  prices_too_long: {
    status: 422,
    title: "File Too Long",
    text: "A file has at most {max} lines of prices. Split it: each part is a replay of its own.",
  },
  prices_short: {
    status: 422,
    title: "File Too Short",
    text: "The file has to last a minute at least.",
  },
  prices_line: wrongLine("it is not the {fields} that line 1 names."),
  prices_time: wrongLine(
    "its time is not like 2015-01-15T09:30:00Z, in UTC, from 1999 to 2040; a candle begins on the minute.",
  ),
  prices_order: wrongLine("its time is not later than the one before."),
  prices_closed: wrongLine("the market is closed then. Times have to be in UTC."),
  prices_price: wrongLine("a price is not above 0, or has more decimals than {instrument}."),
  prices_crossed: wrongLine("its bid is above its ask."),
  prices_candle: wrongLine("its high and low do not hold its open and close."),
  prices_spread: wrongLine("its spread is not a number of pips from 0 to 1,000, with one decimal."),
  prices_jump: wrongLine("its price is more than a fifth away from the one before."),
  price_file_conversion: {
    status: 422,
    title: "No Rate to Convert At",
    text: "{instrument} is converted into dollars at the ECB's rates, which reach from {from} to {until}. Upload a pair with the dollar, or prices of that time.",
  },
  too_many_price_files: {
    status: 409,
    title: "Too Many Files",
    text: "At most {max} files are kept. Remove one first.",
  },
  too_many_uploads: {
    status: 429,
    title: "Too Many Files",
    text: "From one network at most {max} files are uploaded in an hour. Try again later, or from another network.",
  },
  price_file_unknown: { status: 404, title: "File Not Found", text: "You have no such file." },
  price_file_in_use: {
    status: 409,
    title: "A Replay Plays It",
    text: "A replay of this file is running. End it first.",
  },
});
