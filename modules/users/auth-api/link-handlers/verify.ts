/**
 * Handles POST /verify, and exports the code shared with GET /verify that decides which links and
 * codes a request may use. For a link requested with a code challenge, GET returns a code to
 * exchange instead of a session. POST refuses such a link, because a session must not be opened
 * without the verifier.
 */
import { z } from "zod";
import { requireCodeTries } from "../../mailed-links/mail-limit.ts";
import { PKCE_PREFIX, type OneTimeTokenType } from "../../mailed-links/one-time-tokens-table.ts";
import { openByMail, useLink, type Ask } from "../../mailed-links/use-link.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import { SignInRefusal } from "../../rules/sign-in-refusal.ts";
import { AuthError } from "../wire/auth-error.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { readEmail } from "../wire/request.ts";

export const verifyBody = z.object({
  type: z.string().nullish(),
  token_hash: z.string().max(200).nullish(),
  token: z.string().max(200).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

const EMAIL_CHANGE = ["email_change_current", "email_change_new"] as const;

/** Token types accepted for each request type. */
const TOKEN_TYPES: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink"],
  email: ["magiclink", "signup", "recovery"],
  recovery: ["recovery"],
  email_change: EMAIL_CHANGE,
};

/** The response to the first of the two confirmations of an address change. */
export interface FirstConfirmation {
  readonly code: "200";
  readonly msg: string;
}

const FIRST_CONFIRMATION: FirstConfirmation = {
  code: "200",
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
};

export async function verifyLink(
  deps: UsersDeps,
  body: z.output<typeof verifyBody>,
  visitor: Visitor,
): Promise<SessionJson | FirstConfirmation> {
  const ask = await readAsk(deps, body, visitor);
  const used = await useLink(deps, ask, visitor, (tx, { user, now }) =>
    openByMail(tx, deps, { user, visitor, now }),
  );
  return used === undefined ? FIRST_CONFIRMATION : presentSession(deps, used);
}

export function typesOf(type: string | null | undefined): readonly OneTimeTokenType[] {
  if (!type) throw new AuthError("validation_failed", "Verify requires a verification type");
  const types = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined;
  if (!types) throw new AuthError("validation_failed", "Invalid email verification type");
  return types;
}

const E164 = /^[1-9]\d{1,14}$/;

/**
 * Returns the refusal for a phone number. Sign-in codes are never sent by SMS, so any such code is
 * wrong.
 */
function refusePhone(phone: string): AuthError {
  return E164.test(phone.replaceAll(/[+ ]/g, ""))
    ? new AuthError("otp_expired", "Token has expired or is invalid")
    : new AuthError("validation_failed", "Invalid phone number format (E.164 required)");
}

async function readAsk(
  deps: UsersDeps,
  body: z.output<typeof verifyBody>,
  visitor: Visitor,
): Promise<Ask> {
  if (body.phone) throw refusePhone(body.phone);
  const types = typesOf(body.type);
  if (body.token_hash?.startsWith(PKCE_PREFIX)) throw new SignInRefusal("bad_code_verifier");
  if (body.token_hash) return { types, token: body.token_hash };
  if (!body.token)
    throw new AuthError("validation_failed", "Verify requires a token or a token hash");
  if (!body.email)
    throw new AuthError(
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    );
  const email = readEmail(body.email);
  await requireCodeTries(deps, email, visitor);
  return { types, email, code: body.token.trim() };
}
