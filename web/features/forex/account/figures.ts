/** What the server says of an account, and the figures that the page shows of it. */
import { INSTRUMENTS } from "#market";
import { parseAmount } from "#money";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";

export type ForexAccount = ApiAnswer<"getForexAccount">;
/** What both a live account and a replay's have. */
export type AccountFigures = ApiAnswer<"getReplay">["account"];
export type ForexTrade = ApiAnswer<"listForexTrades">["items"][number];

/** Whole cents. */
export interface Figures {
  readonly balance: bigint;
  readonly unrealised: bigint;
  readonly nav: bigint;
  readonly marginUsed: bigint;
  readonly available: bigint;
  /** Hundredths of a percent; undefined with nothing open. */
  readonly level: bigint | undefined;
  readonly isMarginCall: boolean;
}

/** As the server said last. */
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

/** By instrument id, in 10^-7. */
export function marginRatesOf(rates: AccountFigures["marginRates"]): number[] {
  return INSTRUMENTS.map(({ name, marginRate }) =>
    Number(parseAmount(rates[name] ?? "", RATE_DECIMALS) ?? marginRate),
  );
}
