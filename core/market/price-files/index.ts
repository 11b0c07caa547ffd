/**
 * Public API of the formats of price files. It is apart from the market's own API, because only
 * uploads need it.
 */
export { PriceFileFault, type PriceFileProblem } from "./price-file-fault.ts";
export { describeStart, type FileStart } from "./describe-start.ts";
export { CANDLE_MINUTES } from "./file-sample.ts";
export {
  LINE_CHARACTERS_MAX,
  priceFileReader,
  type PriceFileKind,
  type PriceFileSummary,
} from "./price-file-reader.ts";
