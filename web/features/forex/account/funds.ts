/** Previews a transfer between wallet and desk, using the same rules as the server. */
import { broughtIn, NO_PRINCIPAL, principalWithin, takenBack, type ConversionTerms } from "#market";
import { parseAmount } from "#money";
import type { ForexAccount } from "./figures.ts";

const SHARE_DECIMALS = 6;

export function bringing(account: ForexAccount, amountSats: bigint) {
  const { cents, costSats } = broughtIn(NO_PRINCIPAL, amountSats, termsOf(account));
  return { cents, costSats };
}

/** Returns the preview, or undefined if `cents` is not positive or exceeds the balance. */
export function takingBack(account: ForexAccount, cents: bigint) {
  const balanceCents = BigInt(account.balanceCents);
  if (cents <= 0n || cents > balanceCents) return undefined;
  const principal = {
    sats: BigInt(account.principalSats),
    cents: BigInt(account.principalCents),
    highestRateCents: BigInt(account.highestCentsPerBtc),
  };
  const { ownSats, gainSats, rateCents } = takenBack(
    principalWithin(principal, balanceCents),
    { balanceCents, cents },
    termsOf(account),
  );
  return { ownSats, gainSats, rateCents };
}

function termsOf({ centsPerBtc, conversionCost }: ForexAccount): ConversionTerms {
  return {
    centsPerBtc: BigInt(centsPerBtc),
    conversionCost: Number(parseAmount(conversionCost, SHARE_DECIMALS) ?? 0n),
  };
}
