/**
 * Handles POST /signup. Without a mail server, the response contains the first session. With a mail
 * server, it contains a user built only from the request, so that the response does not reveal
 * which addresses have accounts. With or without a mail server, a request without an address opens
 * an anonymous session.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { signUpByMail } from "../../accounts/sign-up-by-mail.ts";
import { signUp, type NewAccount } from "../../accounts/sign-up.ts";
import { withoutClaims } from "../../people/metadata.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import { AuthError } from "../wire/auth-error.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import type { UserJson } from "../wire/present-user.ts";
import { signUpAnonymously } from "../../accounts/sign-up-anonymously.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";

export const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

export async function answerSignUp(
  deps: UsersDeps,
  body: z.output<typeof signUpBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  return presentSession(deps, await signUp(deps, readAccount(body), visitor));
}

/**
 * Returns true for a sign-up without address and phone number, which creates an anonymous account.
 */
export function isAnonymousSignUp({
  email,
  phone,
  password,
}: z.output<typeof signUpBody>): boolean {
  return !email && !phone && !password;
}

export async function answerAnonymousSignUp(
  deps: UsersDeps,
  body: z.output<typeof signUpBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  const metadata = body.data ?? {};
  return presentSession(deps, await signUpAnonymously(deps, { metadata }, visitor));
}

/** Returns the response, and the work to do after the response is sent. */
export async function answerSignUpByMail(
  deps: UsersDeps,
  body: z.output<typeof signUpBody>,
  { visitor, redirectTo }: { readonly visitor: Visitor; readonly redirectTo: string | undefined },
): Promise<{ readonly user: UserJson; readonly work: () => Promise<void> }> {
  const account = readAccount(body);
  const work = await signUpByMail(deps, { ...account, redirectTo }, visitor);
  return { user: waitingUser(account, deps.clock.now()), work };
}

function readAccount(body: z.output<typeof signUpBody>): NewAccount {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  if (!body.password) throw new AuthError("validation_failed", "Signup requires a valid password");
  const email = readEmail(body.email ?? "");
  assertGoodPassword(body.password, email);
  return { email, password: body.password, metadata: body.data ?? {} };
}

/**
 * Returns the user for the response, with random ids. The response contains the account's real ids
 * only after the link is used.
 */
function waitingUser({ email, metadata }: NewAccount, now: Date): UserJson {
  const [id, at] = [randomUUID(), now.toISOString()];
  const data = { ...withoutClaims(metadata), sub: id, email, email_verified: false };
  const times = { created_at: at, updated_at: at };
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: data };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: at,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [{ ...identity, provider: "email", ...times, email }],
    ...times,
    is_anonymous: false,
  };
}
