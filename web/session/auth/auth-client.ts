/**
 * What a person does with the sign-in service, by the official client. Keeps the texts of the
 * product where the client's differ.
 */
import type { Session, UserAttributes, User } from "@supabase/auth-js";
import { authClient, isServedElsewhere } from "./client.ts";
import { prove } from "./proof-request.ts";
import type { CarriedSession } from "./carried-session.ts";
import type { MailedLink } from "./mailed-link.ts";
import { whileSigningOut } from "./own-sign-out.ts";

const CREDENTIALS_MISSING = "You must provide either an email or phone number and a password.";

export interface Credentials {
  email: string;
  password: string;
}

/** A page that takes the session out of its address when another service's link leads there. */
function backTo(path: "/login" | "/reset-password"): string | undefined {
  return isServedElsewhere() ? location.origin + path : undefined;
}

/**
 * Creates a user. Ours is signed in at once; another service may want the link of a message pressed
 * first, which leads to our login. Throws Error with the service's message.
 */
export async function signUp(
  input: Credentials & { name: string },
): Promise<"signed-in" | "to-confirm"> {
  const { email, password, name } = input;
  requireCredentials({ email, password });
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const data = { name, is_admin: false };
  const options = { data, ...(emailRedirectTo ? { emailRedirectTo } : {}) };
  const answer = await auth.signUp({ email, password, options });
  if (answer.error) throw answer.error;
  return answer.data.session === null ? "to-confirm" : "signed-in";
}

/** A session without an account. Throws Error with the service's message. */
export async function tryOut(): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.signInAnonymously();
  if (error) throw error;
}

/**
 * An account of what was tried, at once or with the link of a message. Throws Error with the
 * service's message.
 */
export async function keep(credentials: Credentials): Promise<"kept" | "to-confirm"> {
  const { auth } = await authClient();
  const { data, error } = await auth.updateUser(credentials);
  if (error) throw error;
  return data.user.is_anonymous === true ? "to-confirm" : "kept";
}

/**
 * The session that has begun; it may still lack its code. Throws Error with the service's message.
 */
export async function signIn({ email, password }: Credentials): Promise<Session> {
  requireCredentials({ email, password });
  const { auth } = await authClient();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

/** Ends this session. A session that the server no longer knows is signed out all the same. */
export async function signOut() {
  const { auth } = await authClient();
  const { error } = await whileSigningOut(auth, () => auth.signOut({ scope: "local" }));
  const isGone = error?.name === "AuthSessionMissingError";
  if (error && !isGone && ![401, 403, 404].includes(error.status ?? 0)) throw error;
}

/** Whether this browser still has a session. */
export async function isSignedInHere(): Promise<boolean> {
  const { auth } = await authClient();
  return (await auth.getSession()).data.session !== null;
}

/** Ends every session but this one. Throws Error with the service's message. */
export async function signOutOthers() {
  const { auth } = await authClient();
  const { error } = await auth.signOut({ scope: "others" });
  if (error) throw error;
}

/** Ends every session, this one too. Throws Error with the service's message. */
export async function signOutEverywhere() {
  const { auth } = await authClient();
  const { error } = await whileSigningOut(auth, () => auth.signOut({ scope: "global" }));
  if (error) throw error;
}

/** All other sessions end. Throws Error with the service's message. */
export function changePassword(change: { current: string; next: string }): Promise<void> {
  return updateUser({ password: change.next, current_password: change.current });
}

/**
 * For a session that no message has opened: asks for a fresh proof when it is old. Throws Error
 * with the service's message and code.
 */
export function setPassword(password: string): Promise<void> {
  return updateUser({ password });
}

/**
 * Asks for a fresh proof when the service wants one, and goes on with it. Throws Error with the
 * service's message.
 */
async function updateUser(change: UserAttributes): Promise<void> {
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const { error } = await auth.updateUser(change, emailRedirectTo ? { emailRedirectTo } : {});
  if (error?.code !== "reauthentication_needed") {
    if (error) throw error;
    return;
  }
  await prove();
  await updateUser(change);
}

/** The user as the sign-in service knows them now. Throws Error with the service's message. */
export async function readUser(): Promise<User> {
  const { auth } = await authClient();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  return data.user;
}

/**
 * Messages go to both addresses; the one in force gives up a change that waits. Throws Error with
 * the service's message.
 */
export function changeEmail(email: string): Promise<void> {
  return updateUser({ email });
}

/**
 * The messages of a change that waits, with new links, to who has not confirmed. `email` is the
 * address in force.
 */
export async function resendEmailChange(email: string): Promise<void> {
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const options = emailRedirectTo ? { emailRedirectTo } : {};
  const { error } = await auth.resend({ type: "email_change", email, options });
  if (error) throw error;
}

/** Asks for a message with a recovery link. Known and unknown addresses get the same answer. */
export async function requestRecovery(email: string) {
  const { auth } = await authClient();
  const redirectTo = backTo("/reset-password");
  const { error } = await auth.resetPasswordForEmail(email, redirectTo ? { redirectTo } : {});
  if (error) throw error;
}

/**
 * Asks for a message with a link that signs in; opens no account. Known and unknown addresses get
 * the same answer.
 */
export async function requestLoginLink(email: string) {
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const options = { shouldCreateUser: false, ...(emailRedirectTo ? { emailRedirectTo } : {}) };
  const { error } = await auth.signInWithOtp({ email, options });
  if (error) throw error;
}

/** Uses the link of a message up. Throws Error with the service's message and code. */
export async function openMailedLink({ tokenHash, type }: MailedLink) {
  const { auth } = await authClient();
  const { data, error } = await auth.verifyOtp({
    token_hash: tokenHash,
    type,
  });
  if (error) throw error;
  return data;
}

/**
 * Signs in with what a link has brought. Throws Error with the service's message and code. The
 * service is asked first: for an access token that is over the client would use the other one,
 * which may be somebody else's than the name that was shown.
 */
export async function takeSession(carried: CarriedSession): Promise<void> {
  const { auth } = await authClient();
  const answer = await auth.getUser(carried.accessToken);
  if (answer.error) throw answer.error;
  const { accessToken: access_token, refreshToken: refresh_token } = carried;
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error) throw error;
}

/**
 * For a session that a recovery link has just opened; `reauthentication_needed` when that was too
 * long ago. Throws Error with the service's message and code.
 */
export async function setPasswordByMail(password: string): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.updateUser({ password });
  if (error) throw error;
}

/**
 * Stable name of what the service refused, such as `otp_expired`; undefined when no answer came.
 */
export function authErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

function requireCredentials({ email, password }: Credentials): void {
  if (email === "" || password === "") throw new Error(CREDENTIALS_MISSING);
}
