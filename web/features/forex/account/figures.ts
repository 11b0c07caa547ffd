/** Converts the server's account figures to the figures that the page shows. */
import { HOLDABLE } from "#market";
import { parseAmount } from "#money";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type ForexAccount = ApiAnswer<"getForexAccount">;
/** Fields that live accounts and replay accounts share. */
export type AccountFigures = ApiAnswer<"getReplay">["account"];
export type ForexTrade = ApiAnswer<"listForexTrades">["items"][number];

/** Amounts are in whole cents. */
export interface Figures {
  readonly balance: bigint;
  readonly unrealised: bigint;
  readonly nav: bigint;
  readonly marginUsed: bigint;
  readonly available: bigint;
  /** Margin level in hundredths of a percent. Undefined if no position is open. */
  readonly level: bigint | undefined;
  readonly isMarginCall: boolean;
}

export function figuresOf(account: AccountFigures): Figures {
  return {
    balance: BigInt(account.balanceCents),
    unrealised: BigInt(account.unrealisedCents),
    nav: BigInt(account.navCents),
    marginUsed: BigInt(account.marginUsedCents),
    available: BigInt(account.marginAvailableCents),
    level: account.marginLevel === null ? undefined : BigInt(account.marginLevel.replace(".", "")),
    isMarginCall: account.isMarginCall,
  };
}

const RATE_DECIMALS = 7;

/** Returns the margin rates in units of 10^-7, indexed by instrument id. */
export function marginRatesOf(rates: AccountFigures["marginRates"]): number[] {
  return HOLDABLE.map(({ name, marginRate }) =>
    Number(parseAmount(rates[name] ?? "", RATE_DECIMALS) ?? marginRate),
  );
}
