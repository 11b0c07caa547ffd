/**
 * Accounts for coins moved to the trading desk. When the user withdraws part of the dollars, the
 * same part of the original coins is returned. A loss reduces the original coins proportionally.
 * Only gains are converted, at the higher of two rates: the rate at which the coins were moved in,
 * or today's rate. Any other rule would turn the posted rate into a free option.
 */
import { mulDiv } from "#money";

const SATS_PER_BTC = 100_000_000n;
const MILLION = 1_000_000n;

export interface Principal {
  readonly sats: bigint;
  /** Dollars, in cents, to which the coins were converted. */
  readonly cents: bigint;
  /**
   * Highest rate (cents per BTC) at which coins were moved in since the desk account was last
   * empty. 0 if no coins were moved in since then.
   */
  readonly highestRateCents: bigint;
}

export const NO_PRINCIPAL: Principal = { sats: 0n, cents: 0n, highestRateCents: 0n };

export interface ConversionTerms {
  readonly centsPerBtc: bigint;
  /** The desk's charge for a conversion, in 10^-6. */
  readonly conversionCost: number;
}

/**
 * Converts coins moved to the desk into dollars. The cost is deducted first, rounded up, and the
 * dollars are rounded down.
 */
export function broughtIn(
  principal: Principal,
  amountSats: bigint,
  { centsPerBtc, conversionCost }: ConversionTerms,
): { readonly principal: Principal; readonly cents: bigint; readonly costSats: bigint } {
  const costSats = mulDiv(amountSats, BigInt(conversionCost), MILLION, "up");
  const sats = amountSats - costSats;
  const cents = mulDiv(sats, centsPerBtc, SATS_PER_BTC, "down");
  const { highestRateCents: highest } = principal;
  const highestRateCents = centsPerBtc > highest ? centsPerBtc : highest;
  return {
    principal: { sats: principal.sats + sats, cents: principal.cents + cents, highestRateCents },
    cents,
    costSats,
  };
}

/** The smallest number of satoshis that converts to at least one cent. */
export function leastBrought({ centsPerBtc, conversionCost }: ConversionTerms): bigint {
  const sats = mulDiv(SATS_PER_BTC, 1n, centsPerBtc, "up");
  return mulDiv(sats, MILLION, MILLION - BigInt(conversionCost), "up");
}

/** Returns the principal that remains at this balance after losses. */
export function principalWithin(principal: Principal, balanceCents: bigint): Principal {
  if (balanceCents >= principal.cents || principal.cents === 0n) return principal;
  const cents = balanceCents > 0n ? balanceCents : 0n;
  return { ...principal, sats: mulDiv(principal.sats, cents, principal.cents, "down"), cents };
}

export interface TakenBack {
  readonly principal: Principal;
  /** Satoshis of the principal that are returned unconverted. */
  readonly ownSats: bigint;
  readonly gainSats: bigint;
  /** Desk's charge in cents for converting gains. Included in the withdrawn amount. */
  readonly costCents: bigint;
  /** Rate (cents per BTC) at which gains were converted. */
  readonly rateCents: bigint;
}

/**
 * Withdraws `cents` (more than 0) from `balanceCents`, which must be at least `principal.cents`.
 */
export function takenBack(
  principal: Principal,
  { balanceCents, cents }: { readonly balanceCents: bigint; readonly cents: bigint },
  { centsPerBtc, conversionCost }: ConversionTerms,
): TakenBack {
  const ownCents = mulDiv(principal.cents, cents, balanceCents, "up");
  const ownSats = mulDiv(principal.sats, cents, balanceCents, "down");
  const { highestRateCents: highest } = principal;
  const rateCents = centsPerBtc > highest ? centsPerBtc : highest;
  const grossCents = cents - ownCents;
  const gainCents = mulDiv(grossCents, MILLION - BigInt(conversionCost), MILLION, "down");
  return {
    principal: {
      ...principal,
      sats: principal.sats - ownSats,
      cents: principal.cents - ownCents,
    },
    ownSats,
    gainSats: mulDiv(gainCents, SATS_PER_BTC, rateCents, "down"),
    costCents: grossCents - gainCents,
    rateCents,
  };
}
