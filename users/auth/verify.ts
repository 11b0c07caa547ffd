/** POST and GET /verify: takes the token of a mailed link and signs its user in. */
import { z } from "zod";
import { deliver } from "#notifications";
import type { UsersParts, Visitor } from "../parts.ts";
import { forgetAttempts } from "../passwords/sign-in-attempts.ts";
import {
  openSession,
  presentSession,
  type OpenedSession,
  type SessionJson,
} from "../sessions/open-session.ts";
import { findUserById } from "../users-table.ts";
import { AuthError, type AuthErrorCode } from "./auth-error.ts";
import { takeOneTimeToken, type OneTimeTokenType } from "./one-time-tokens-table.ts";
import { allowedRedirect } from "./redirect.ts";
import { isBanned } from "./require-session.ts";
import { newLoginValues } from "./sign-in-with-password.ts";

export const verifyBody = z.object({
  type: z.string().nullish(),
  token_hash: z.string().max(200).nullish(),
  token: z.string().max(200).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** Which stored tokens each type of request may take. */
const TOKEN_TYPES: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  signup: [],
  invite: [],
  magiclink: [],
  email: ["recovery"],
  recovery: ["recovery"],
  email_change: [],
};

export async function verifyLink(
  parts: UsersParts,
  body: z.output<typeof verifyBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  if (!body.type) throw new AuthError("validation_failed", "Verify requires a verification type");
  const types = Object.hasOwn(TOKEN_TYPES, body.type) ? TOKEN_TYPES[body.type] : undefined;
  if (!types && !body.phone)
    throw new AuthError("validation_failed", "Invalid email verification type");
  if (!body.token_hash && !body.token)
    throw new AuthError("validation_failed", "Verify requires a token or a token hash");
  // Codes to type in are not mailed yet, so a code is never right.
  if (!body.token_hash || !types)
    throw new AuthError("otp_expired", "Token has expired or is invalid");
  const opened = await takeLink(parts, { token: body.token_hash, types, visitor });
  if ("refused" in opened) throw new AuthError(opened.refused);
  parts.bus.publish("me", { userId: opened.user.id, what: "mailbox" });
  return presentSession(parts, opened);
}

/** Returns its refusals, so that a token used by a disabled user is used up all the same. */
function takeLink(
  parts: UsersParts,
  link: { token: string; types: readonly OneTimeTokenType[]; visitor: Visitor },
): Promise<OpenedSession | { readonly refused: AuthErrorCode }> {
  const { token, types, visitor } = link;
  const now = parts.clock.now();
  return parts.database.transaction(async (tx) => {
    const userId = await takeOneTimeToken(tx, { token, types, now });
    const user = userId === undefined ? undefined : await findUserById(tx, userId);
    if (!user) return { refused: "otp_expired" as const };
    if (isBanned(user, now)) return { refused: "user_banned" as const };
    await forgetAttempts(tx, user.email);
    const values = newLoginValues({ visitor, isKnown: false, now });
    await deliver(tx, { userId: user.id, template: "new_login", values, now });
    return openSession(tx, parts, { userId: user.id, method: "otp", visitor, now });
  });
}

/** For a link that leads straight here: the session or the error travels in the fragment of the page it returns to. */
export async function verifyAndRedirect(
  parts: UsersParts,
  query: { token: string | undefined; type: string | undefined; redirectTo: string | undefined },
  visitor: Visitor,
): Promise<string> {
  const page = allowedRedirect(parts, query.redirectTo) ?? new URL(parts.siteUrl);
  try {
    const body = { type: query.type, token_hash: query.token };
    const session = await verifyLink(parts, body, visitor);
    page.hash = new URLSearchParams({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type: query.type ?? "",
    }).toString();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    page.hash = new URLSearchParams({
      error: "access_denied",
      error_code: error.code,
      error_description: error.message,
    }).toString();
  }
  return page.href;
}
