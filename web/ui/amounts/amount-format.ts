/**
 * Formats amounts: BTC with 8 decimals, USD with 2, grouped thousands, U+2212 as the minus sign, in
 * the user's number format. Amounts are integers and are never converted to floating-point numbers.
 */
import { BTC_DECIMALS, formatAmount, mulDiv, USD_DECIMALS } from "#money";
import { groupedText, withMarks } from "../preferences/number-marks.ts";
import type { Unit } from "../preferences/unit.ts";

const MINUS = "\u2212";
const SATS_PER_BTC = 100_000_000n;

/**
 * `zeros` are the dimmed leading zeros and `digits` the remaining digits. `sign` is "", "+" or
 * U+2212.
 */
export interface AmountText {
  sign: string;
  zeros: string;
  digits: string;
  unit: Unit;
}

/**
 * Formats an amount. With `isSigned`, positive amounts have a plus sign; zero never has a sign. USD
 * amounts below one cent are shown as `<0.01`.
 */
export function amountText(
  sats: bigint,
  unit: Unit,
  options: { isSigned?: boolean; centsPerBtc?: bigint | undefined } = {},
): AmountText {
  const size = sats < 0n ? -sats : sats;
  const sign = signOf(sats, options.isSigned === true);
  if (unit === "sat") return { sign, zeros: "", digits: groupedText(size.toString()), unit };
  if (unit === "USD" && options.centsPerBtc !== undefined) {
    const cents = centsOf(size, options.centsPerBtc);
    if (cents === 0n && size > 0n)
      return { sign: sats < 0n ? MINUS : "", zeros: "", digits: withMarks("<0.01"), unit };
    return { sign, zeros: "", digits: groupedText(formatAmount(cents, USD_DECIMALS)), unit };
  }
  return { sign, ...stepBack(formatAmount(size, BTC_DECIMALS)), unit: "BTC" };
}

/**
 * Formats `123456n` cents as `1,234.56`. The minus sign is U+2212. With `isSigned`, positive
 * amounts have a plus sign.
 */
export function usdText(cents: bigint, options: { isSigned?: boolean } = {}): string {
  const size = cents < 0n ? -cents : cents;
  return signOf(cents, options.isSigned === true) + groupedText(formatAmount(size, USD_DECIMALS));
}

/** Returns the tooltip text: the amount in the other units. */
export function otherUnits(sats: bigint, shown: Unit, centsPerBtc: bigint | undefined): string {
  const units: Unit[] = centsPerBtc === undefined ? ["BTC", "sat"] : ["BTC", "sat", "USD"];
  return units
    .filter((unit) => unit !== shown)
    .map((unit) => {
      const text = amountText(sats, unit, { centsPerBtc });
      return `${text.sign}${text.zeros}${text.digits} ${unit}`;
    })
    .join(" · ");
}

function centsOf(sats: bigint, centsPerBtc: bigint): bigint {
  return mulDiv(sats, centsPerBtc, SATS_PER_BTC, "down");
}

function signOf(amount: bigint, isSigned: boolean): string {
  if (amount < 0n) return MINUS;
  return isSigned && amount > 0n ? "+" : "";
}

/** Splits `0.00113610` into `0.00` and `113610`. Amounts of at least 1 BTC have no dimmed zeros. */
function stepBack(btc: string): { zeros: string; digits: string } {
  const zeros = /^0\.0*/.exec(btc)?.[0] ?? "";
  return {
    zeros: withMarks(zeros),
    digits: zeros === "" ? groupedText(btc) : btc.slice(zeros.length),
  };
}

/**
 * Formats BTC for a sentence, without the unit: `4,239.50383875`. Not suitable for the values of
 * input fields.
 */
export function btcText(sats: bigint | number): string {
  return groupedText(formatAmount(BigInt(sats), BTC_DECIMALS));
}

/** Formats BTC for a sentence, without trailing zeros: `0.05`, `1`. */
export function btcShort(sats: bigint | number): string {
  return groupedText(formatAmount(BigInt(sats), BTC_DECIMALS).replace(/\.?0+$/, ""));
}
