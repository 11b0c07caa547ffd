/** Asking for letters too often, in Supabase's words. */
import { countMailRequest, type AskedMail } from "../../mailed-links/mail-limit.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { AuthError } from "./auth-error.ts";

/** One a minute. Throws over_email_send_rate_limit. */
export async function limitMail(
  parts: Pick<UsersParts, "clock" | "database" | "limits">,
  asked: AskedMail,
): Promise<void> {
  const waitSeconds = await countMailRequest(parts, asked);
  if (waitSeconds !== undefined) throw refuseMail(waitSeconds);
}

export function refuseMail(seconds: number): AuthError {
  return new AuthError(
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}
