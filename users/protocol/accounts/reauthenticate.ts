/** GET /reauthenticate: mails a code that proves, in PUT /user, that an old session is still with its owner. */
import { deliver } from "#notifications";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { checkSecurityCode, issueSecurityCode } from "../../step-up/security-code.ts";
import { lockUser } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { limitMail } from "../wire/limit-mail.ts";
import type { SignedIn } from "../wire/require-session.ts";

const PURPOSE = "reauthentication";
const CODE_MINUTES = 10;

export async function reauthenticate(parts: UsersParts, { user }: SignedIn): Promise<void> {
  await limitMail(parts, { email: user.email, kind: "reauthentication" });
  const userId = user.id;
  const now = parts.clock.now();
  await parts.database.transaction(async (tx) => {
    // Before the code, which refers to him: a change of his address would wait for that.
    if (!(await lockUser(tx, userId))) throw new AuthError("user_not_found");
    await tx.query("update users_users set reauthentication_sent_at = $2 where id = $1", [
      userId,
      now,
    ]);
    const { code } = await issueSecurityCode(tx, { userId, purpose: PURPOSE, now });
    const purpose = "changing your password or your e-mail address";
    const values = { code, purpose, minutes: String(CODE_MINUTES) };
    await deliver(tx, { userId, template: "security_code", values, now });
  });
  parts.bus.publish("me", { userId, what: "mailbox" });
}

/** Uses the code up. Throws reauthentication_not_valid. */
export async function takeReauthentication(
  parts: UsersParts,
  {
    userId,
    nonce,
    visitor,
  }: { readonly userId: string; readonly nonce: string; readonly visitor: Visitor },
): Promise<void> {
  const now = parts.clock.now();
  const result = await parts.database.transaction((tx) =>
    checkSecurityCode(tx, parts, { userId, purpose: PURPOSE, code: nonce, visitor, now }),
  );
  if (result !== "ok") throw new AuthError("reauthentication_not_valid");
}
