/** Problems of a price file. The server's refusals have the same codes. */

/** Problems of a line. The file's reader continues, to list further invalid lines. */
export type LineFault =
  | "prices_line"
  | "prices_time"
  | "prices_missing_time"
  | "prices_order"
  | "prices_step"
  | "prices_symbol"
  | "prices_price"
  | "prices_crossed"
  | "prices_candle"
  | "prices_spread"
  | "prices_jump";

export type PriceFileProblem =
  | LineFault
  | "prices_head"
  | "prices_binary"
  | "prices_utf16"
  | "prices_compressed"
  | "prices_empty"
  | "prices_closed"
  | "prices_short"
  | "prices_coarse"
  | "prices_too_long"
  | "time_zone_missing"
  | "time_zone_unknown";

/** Thrown for a file that cannot be read. `values` are the values of the refusal's text. */
export class PriceFileFault extends Error {
  override readonly name = "PriceFileFault";
  readonly code: PriceFileProblem;
  readonly values: Readonly<Record<string, string>>;

  constructor(code: PriceFileProblem, values: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

/** Maximum number of further invalid lines that a refusal lists. */
export const MORE_FAULTS_MAX = 10;

/** Returns the fault of the first invalid line, which lists further invalid lines. */
export function lineFault(
  faults: readonly { readonly line: number; readonly fault: LineFault }[],
  values: Readonly<Record<"fields" | "format" | "instrument" | "timeZone", string>>,
): PriceFileFault {
  const [first, ...others] = faults;
  if (!first) throw new RangeError("a refusal needs at least one fault");
  const numbers = others.slice(0, MORE_FAULTS_MAX - 1).map(({ line }) => String(line));
  const rest = others.length > numbers.length ? " and more" : "";
  return new PriceFileFault(first.fault, {
    ...values,
    line: String(first.line),
    more: numbers.length === 0 ? "" : ` Also wrong: line ${numbers.join(", ")}${rest}.`,
  });
}
