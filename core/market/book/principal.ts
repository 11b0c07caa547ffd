/**
 * Coins that were brought to the desk. They go back in their own number, in proportion to the
 * dollars taken; a loss uses them up in the same proportion. Only gains are changed, at the higher
 * of two rates: that at which coins came, and today's. At any other rate the posted rate would be
 * an option that costs nothing.
 */
import { mulDiv } from "#money";

const SATS_PER_BTC = 100_000_000n;
const MILLION = 1_000_000n;

export interface Principal {
  readonly sats: bigint;
  /** What they came as. */
  readonly cents: bigint;
  /** Cents per BTC: the highest at which coins came since the desk was last empty; 0 for none. */
  readonly highestRateCents: bigint;
}

export const NO_PRINCIPAL: Principal = { sats: 0n, cents: 0n, highestRateCents: 0n };

export interface ConversionTerms {
  readonly centsPerBtc: bigint;
  /** What the desk keeps of what it changes, in 10^-6. */
  readonly conversionCost: number;
}

/** The cost is taken first, rounded up; dollars are rounded down. */
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

/** The fewest satoshis that come to a cent. */
export function leastBrought({ centsPerBtc, conversionCost }: ConversionTerms): bigint {
  const sats = mulDiv(SATS_PER_BTC, 1n, centsPerBtc, "up");
  return mulDiv(sats, MILLION, MILLION - BigInt(conversionCost), "up");
}

/** What is left of it when the balance is so much: a loss has used up the rest. */
export function principalWithin(principal: Principal, balanceCents: bigint): Principal {
  if (balanceCents >= principal.cents || principal.cents === 0n) return principal;
  const cents = balanceCents > 0n ? balanceCents : 0n;
  return { ...principal, sats: mulDiv(principal.sats, cents, principal.cents, "down"), cents };
}

export interface TakenBack {
  readonly principal: Principal;
  /** Of the coins that were brought, and of gains. */
  readonly ownSats: bigint;
  readonly gainSats: bigint;
  /** Part of the cents taken that the desk keeps for the conversion of gains. */
  readonly costCents: bigint;
  /** What the gains were changed at. */
  readonly rateCents: bigint;
}

/** Of `balanceCents`, at least as much as the principal's, so many cents; more than 0. */
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
