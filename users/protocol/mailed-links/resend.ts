/**
 * POST /resend: the newest letter once more, with a further link. The answer is the same whether there is anything to send, and
 * what there is not to send uses up nothing that its owner may need.
 */
import { z } from "zod";
import type { UsersParts } from "../../parts/users-parts.ts";
import { findUserByEmail, lockUser, type UserRow, isBanned } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { sendEmailChangeLetters } from "../../mailed-links/change-email.ts";
import { countLetter } from "../../mailed-links/mail-limit.ts";
import { limitMail } from "../wire/limit-mail.ts";
import { readEmail } from "../wire/request.ts";
import { sendLink } from "../../mailed-links/send-link.ts";

export const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** Checks the request and returns what is left to do after the reply. */
export async function resend(
  parts: UsersParts,
  body: z.output<typeof resendBody>,
  redirectTo: string | undefined,
): Promise<() => Promise<void>> {
  const { type } = body;
  if (type === "sms" || type === "phone_change") throw new AuthError("phone_provider_disabled");
  if (type !== "signup" && type !== "email_change")
    throw new AuthError(
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  if (!body.email)
    throw new AuthError("validation_failed", "Type provided requires an email address");
  const email = readEmail(body.email);
  await limitMail(parts, { email, kind: KINDS[type] });
  return async () => {
    const now = parts.clock.now();
    const found = await findUserByEmail(parts.database, email);
    if (!found || isBanned(found, now)) return;
    for (const to of recipientsOf(found, type))
      if (!(await countLetter(parts, { email: to, kind: KINDS[type] }))) return;
    await parts.database.transaction(async (tx) => {
      const user = await lockUser(tx, found.id);
      if (user?.email !== email) return;
      if (type === "email_change")
        await sendEmailChangeLetters(tx, parts, { user, redirectTo, now });
      else if (!user.email_confirmed_at) await sendLink(tx, parts, { user, type, redirectTo, now });
    });
    parts.bus.publish("me", { userId: found.id, what: "mailbox" });
  };
}

const KINDS = { signup: "signup", email_change: "email_change_again" } as const;

/** Whom the letters would go to; nobody when there is nothing to confirm. */
function recipientsOf(user: UserRow, type: keyof typeof KINDS): readonly string[] {
  const { email, email_change: newEmail, email_confirmed_at: confirmedAt } = user;
  if (type === "signup") return confirmedAt ? [] : [email];
  return newEmail === null ? [] : [email, newEmail];
}
