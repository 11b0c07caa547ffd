/**
 * Sends the 6-digit code that confirms a withdrawal to the user's mailbox. Users with an
 * authenticator app use a code from the app instead.
 */
import { deliver } from "#notifications";
import { hasSecondFactor, issueSecurityCode } from "#users";
import { withdrawalLimits } from "#api/limits";
import { addressText } from "#api/address-text";
import { payoutMethodNames } from "#api/payout-accounts";
import { BTC_DECIMALS, formatAmount } from "#money";
import type { WithdrawalMethod } from "../terms/posted-limits.ts";
import { refuse } from "../terms/refusals.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { refuseWhileLocked } from "./require-owner.ts";

/** Purpose of the code, so that a code for a withdrawal is not valid for other actions. */
export const CODE_PURPOSE = "withdrawal";

export interface CodeFor {
  readonly method: WithdrawalMethod;
  readonly amountSats: bigint;
  readonly walletAddress?: string | undefined;
}

/**
 * Returns the value that binds a code to a withdrawal. A different amount or destination needs a
 * new code, but a different spelling of the same address does not.
 */
export function bindingOf({ method, amountSats, walletAddress = "" }: CodeFor): string {
  const place = method === "wallet" ? addressText(walletAddress) : "";
  return [method, String(amountSats), place].join("\n");
}

/** Sends a code. Throws 409 `code_from_authenticator` or 429 `too_many_codes`. */
export async function sendWithdrawalCode(
  { database, clock, bus }: Pick<WithdrawalDeps, "database" | "clock" | "bus">,
  {
    userId,
    email,
    withdrawal,
  }: { readonly userId: string; readonly email: string; readonly withdrawal?: CodeFor | undefined },
): Promise<{ readonly sentTo: string; readonly expiresAt: Date }> {
  const expiresAt = await database.transaction(async (tx) => {
    const now = clock.now();
    await refuseWhileLocked(tx, { userId, now });
    if (await hasSecondFactor(tx, userId)) throw refuse.code_from_authenticator();
    const bound = withdrawal === undefined ? {} : { binding: bindingOf(withdrawal) };
    const issued = await issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now, ...bound });
    const minutes = String(withdrawalLimits.codeMinutes);
    await deliver(tx, {
      userId,
      template: "security_code",
      values: { code: issued.code, purpose: purposeOf(withdrawal), minutes },
      now,
    });
    return issued.expiresAt;
  });
  bus.publish("me", { userId, what: "mailbox" });
  return { sentTo: maskedEmail(email), expiresAt };
}

/**
 * Describes the withdrawal in the message. Includes amount and destination, so that the owner
 * notices if an attacker with the owner's session changed them.
 */
function purposeOf(withdrawal: CodeFor | undefined): string {
  if (withdrawal === undefined) return "a withdrawal of any amount to any address";
  const { method, amountSats, walletAddress = "" } = withdrawal;
  const what = `a withdrawal of ${formatAmount(amountSats, BTC_DECIMALS)} BTC by ${payoutMethodNames[method]}`;
  return method === "wallet" ? `${what} to ${shortAddress(walletAddress)}` : what;
}

/**
 * Returns the first and last characters of the address. They are enough to keep an attacker from
 * creating a matching address.
 */
function shortAddress(walletAddress: string): string {
  const address = addressText(walletAddress);
  if (!/^[0-9A-Za-z]{20,90}$/.test(address)) return "an unreadable address";
  return `${address.slice(0, 12)}...${address.slice(-8)}`;
}

/** Masks an e-mail address: `ann@example.org` becomes `a***@example.org`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
