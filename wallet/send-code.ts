/** The 6-digit code that confirms a withdrawal, sent to the user's mailbox. */
import { deliver } from "#notifications";
import { issueSecurityCode } from "#users";
import { withdrawalLimits } from "#api-schema/limits";
import type { WalletParts } from "./parts.ts";

/** A code for a withdrawal is worth nothing elsewhere. */
export const CODE_PURPOSE = "withdrawal";

export async function sendWithdrawalCode(
  { database, clock, bus }: Pick<WalletParts, "database" | "clock" | "bus">,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<{ readonly sentTo: string; readonly expiresAt: Date }> {
  const expiresAt = await database.transaction(async (tx) => {
    const now = clock.now();
    const issued = await issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now });
    const minutes = String(withdrawalLimits.codeMinutes);
    await deliver(tx, {
      userId,
      template: "security_code",
      values: { code: issued.code, purpose: "a withdrawal", minutes },
      now,
    });
    return issued.expiresAt;
  });
  bus.publish("me", { userId, what: "mailbox" });
  return { sentTo: maskedEmail(email), expiresAt };
}

/** `ann@example.org` gives `a***@example.org`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}
