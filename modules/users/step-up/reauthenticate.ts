/**
 * Sends the code with which the user of an old session confirms a change of password or address.
 */
import { deliver } from "#notifications";
import { countCodeMiss, limitMail, requireCodeTries } from "../mailed-links/mail-limit.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { isNoAddress } from "../people/no-address.ts";
import { lockUser, type UserRow } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { checkSecurityCode, issueSecurityCode } from "./security-code.ts";

const PURPOSE = "reauthentication";
const CODE_MINUTES = 10;

export async function reauthenticate(
  deps: UsersDeps,
  { user }: Pick<OpenedSession, "user">,
): Promise<void> {
  if (isNoAddress(user.email))
    throw new SignInRefusal("validation_failed", {
      text: "Reauthentication requires the user to have an email or a phone number",
    });
  await limitMail(deps, { email: user.email, kind: "reauthentication" });
  const userId = user.id;
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    // Lock the user before inserting the code, whose row refers to the user. The reverse order
    // could deadlock with a change of address.
    if (!(await lockUser(tx, userId))) throw new SignInRefusal("user_not_found");
    await tx.query("update users_users set reauthentication_sent_at = $2 where id = $1", [
      userId,
      now,
    ]);
    const { code } = await issueSecurityCode(tx, { userId, purpose: PURPOSE, now });
    const purpose = "changing your password or your e-mail address";
    const values = { code, purpose, minutes: String(CODE_MINUTES) };
    await deliver(tx, { userId, template: "security_code", values, now });
  });
  deps.bus.publish("me", { userId, what: "mailbox" });
}

/**
 * Uses up the code. Wrong codes count together with other wrong mailed codes. Throws
 * reauthentication_not_valid or over_request_rate_limit.
 */
export async function takeReauthentication(
  deps: UsersDeps,
  {
    user,
    nonce,
    visitor,
  }: {
    readonly user: Pick<UserRow, "email" | "id">;
    readonly nonce: string;
    readonly visitor: Visitor;
  },
): Promise<void> {
  await requireCodeTries(deps, user.email, visitor);
  const now = deps.clock.now();
  const tried = { userId: user.id, purpose: PURPOSE, code: nonce, visitor, now };
  const result = await deps.database.transaction((tx) => checkSecurityCode(tx, deps, tried));
  if (result === "ok") return;
  await countCodeMiss(deps, user.email, visitor);
  throw new SignInRefusal("reauthentication_not_valid");
}
