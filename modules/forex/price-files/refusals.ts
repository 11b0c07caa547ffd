/**
 * Refusals for price files, which name the line. An invalid file is neither stored nor repaired.
 */
import type { PriceFileProblem } from "#market/price-files";
import { defineRefusals, type Refusal } from "#platform";

const wrongLine = (text: string) =>
  ({ status: 422, title: "File Refused", text: `${text}{more}` }) as const;

export const priceFileRefusals = defineRefusals({
  prices_head: {
    status: 422,
    title: "File Refused",
    text: "The first lines are not in a known format.{nearest} Without a vendor's format, line 1 must be time,bid,ask or time,o,h,l,c or time,o,h,l,c,spread.",
  },
  prices_binary: {
    status: 422,
    title: "File Refused",
    text: "The file is not text. Export the prices as CSV.",
  },
  prices_utf16: {
    status: 422,
    title: "File Refused",
    text: "The file is encoded as UTF-16. Save it as UTF-8, for example with a text editor.",
  },
  prices_compressed: {
    status: 422,
    title: "File Refused",
    text: "The file is compressed, or an Excel workbook. Unpack it, or save the workbook as CSV.",
  },
  time_zone_missing: {
    status: 422,
    title: "Choose a Time Zone",
    text: "{format} files do not contain their time zone. Choose the time zone, usually {usual}.",
  },
  time_zone_unknown: {
    status: 422,
    title: "Unknown Time Zone",
    text: "{zone} is not a time zone. Use a name such as Europe/London, or America/New_York+7 for MetaTrader servers.",
  },
  prices_empty: {
    status: 422,
    title: "File Refused",
    text: "The file has no prices below its first line.",
  },
  prices_closed: {
    status: 422,
    title: "File Refused",
    text: "The market is closed at all times of the file. Check the time zone.",
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
  prices_coarse: {
    status: 422,
    title: "Candles Too Long",
    text: "The candles of the file are longer than an hour. Export candles of one minute, or of one hour at most.",
  },
  prices_line: wrongLine("Line {line} does not have the columns of {format}: {fields}."),
  prices_time: wrongLine(
    "The time in line {line} is not a time of {format} from 1999 to 2040. A candle begins on a full minute.",
  ),
  prices_missing_time: wrongLine(
    "The time in line {line} does not exist in {timeZone}, because the clocks skip it. Choose another time zone.",
  ),
  prices_order: wrongLine(
    "The time in line {line} is before the time in the previous line. The oldest line must be the first.",
  ),
  prices_step: wrongLine(
    "The candle in line {line} does not begin where the lines before it would have their next candle.",
  ),
  prices_symbol: wrongLine(
    "Line {line} is not a line of {instrument}. Choose the instrument of the file.",
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
  price_file_too_large: {
    status: 422,
    title: "File Too Large",
    text: "A file can have at most {megabytes} MB. Split it and replay the parts separately.",
  },
  price_file_type: {
    status: 422,
    title: "File Refused",
    text: "Send the file itself, with the content type text/csv.",
  },
  price_upload_running: {
    status: 409,
    title: "Upload Running",
    text: "Another file of yours is being read. Wait until it is done, or cancel it.",
  },
  price_upload_ended: {
    status: 409,
    title: "Upload Cancelled",
    text: "The upload was cancelled. No part of the file was kept.",
  },
  price_uploads_busy: {
    status: 429,
    title: "Too Many Uploads",
    text: "Too many files are being read. Try again in a minute.",
  },
  price_files_full: {
    status: 409,
    title: "No Space",
    text: "This installation has no space for more price files. Ask the operator, or use a smaller file.",
  },
  price_file_conversion: {
    status: 422,
    title: "No Conversion Rate",
    text: "{instrument} is converted to dollars at the ECB's rates, which cover {from} to {until}. Upload an instrument with the dollar, or prices from that period.",
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

/** Returns the refusal for a problem that the reader found. */
export function problemRefusal(
  code: PriceFileProblem,
  values: Readonly<Record<string, string>>,
): Refusal {
  return priceFileRefusals[code](values);
}
