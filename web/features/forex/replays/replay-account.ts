/** The account that the user chooses for new replays: capital, leverage and spreads. */
import { forexReplayLimits } from "../../../../api/forex-limits.ts";
import { readAmount } from "../../../ui/amounts/read-amount.ts";

const CENTS_DECIMALS = 2;
const { startCents, startCentsMin, startCentsMax, leverageMax, spreadFactorMax } =
  forexReplayLimits;

export interface AccountDraft {
  /** Dollars as typed. */
  readonly capital: string;
  readonly leverage: string;
  readonly spreadFactor: string;
}

export const STANDARD_ACCOUNT: AccountDraft = {
  capital: String(startCents / 100),
  leverage: String(leverageMax),
  spreadFactor: "1",
};

export const LEVERAGES = ["1", "2", "5", "10", "20", String(leverageMax)];
export const SPREAD_FACTORS = Array.from({ length: spreadFactorMax }, (_, index) =>
  String(index + 1),
);

/** Returns the typed capital in cents, or undefined if it is outside the limits. */
export function capitalCents(capital: string): number | undefined {
  const cents = Number(readAmount(capital, CENTS_DECIMALS) ?? 0n);
  return cents >= startCentsMin && cents <= startCentsMax ? cents : undefined;
}

/** Returns the fields for the request. The server refuses an invalid capital. */
export function accountFields({ capital, leverage, spreadFactor }: AccountDraft) {
  return {
    startCents: capitalCents(capital) ?? 0,
    leverage: Number(leverage),
    spreadFactor: Number(spreadFactor),
  };
}
