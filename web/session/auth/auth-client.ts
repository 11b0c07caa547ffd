/**
 * Implements sign-in actions with the official client. Replaces some of its texts with the
 * product's own texts.
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

/**
 * Returns the page that a hosted service's link should open. That page reads the session from its
 * URL.
 */
function backTo(path: "/login" | "/reset-password"): string | undefined {
  return isServedElsewhere() ? location.origin + path : undefined;
}

/**
 * Creates a user. The built-in service signs the user in immediately. A hosted service may first
 * send a link to our login page. Throws Error with the service's message.
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

/** Opens an anonymous session. Throws Error with the service's message. */
export async function tryOut(): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.signInAnonymously();
  if (error) throw error;
}

/**
 * Converts an anonymous account to a regular account, either immediately or with an e-mail link.
 * Throws Error with the service's message.
 */
export async function keep(credentials: Credentials): Promise<"kept" | "to-confirm"> {
  const { auth } = await authClient();
  const { data, error } = await auth.updateUser(credentials);
  if (error) throw error;
  return data.user.is_anonymous === true ? "to-confirm" : "kept";
}

/**
 * Signs in. Returns the new session, which may still need its two-factor code. Throws Error with
 * the service's message.
 */
export async function signIn({ email, password }: Credentials): Promise<Session> {
  requireCredentials({ email, password });
  const { auth } = await authClient();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data.session;
}

/** Ends this session. Also succeeds if the session no longer exists on the server. */
export async function signOut() {
  const { auth } = await authClient();
  const { error } = await whileSigningOut(auth, () => auth.signOut({ scope: "local" }));
  const isGone = error?.name === "AuthSessionMissingError";
  if (error && !isGone && ![401, 403, 404].includes(error.status ?? 0)) throw error;
}

/** True if this browser still has a session. */
export async function isSignedInHere(): Promise<boolean> {
  const { auth } = await authClient();
  return (await auth.getSession()).data.session !== null;
}

/** Ends every session except this one. Throws Error with the service's message. */
export async function signOutOthers() {
  const { auth } = await authClient();
  const { error } = await auth.signOut({ scope: "others" });
  if (error) throw error;
}

/** Ends every session including this one. Throws Error with the service's message. */
export async function signOutEverywhere() {
  const { auth } = await authClient();
  const { error } = await whileSigningOut(auth, () => auth.signOut({ scope: "global" }));
  if (error) throw error;
}

/** Changes the password and ends all other sessions. Throws Error with the service's message. */
export function changePassword(change: { current: string; next: string }): Promise<void> {
  return updateUser({ password: change.next, current_password: change.current });
}

/**
 * Sets a password in a session that was not opened with an e-mail link. Requires an identity check
 * if the last one is too old. Throws Error with the service's message and code.
 */
export function setPassword(password: string): Promise<void> {
  return updateUser({ password });
}

/**
 * Changes the user. If the service requires an identity check, runs one and retries. Throws Error
 * with the service's message.
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

/**
 * Returns the user's current data from the sign-in service. Throws Error with the service's
 * message.
 */
export async function readUser(): Promise<User> {
  const { auth } = await authClient();
  const { data, error } = await auth.getUser();
  if (error) throw error;
  return data.user;
}

/**
 * Requests a change of e-mail address. The service then sends messages to both addresses.
 * Requesting the current address cancels a pending change. Throws Error with the service's message.
 */
export function changeEmail(email: string): Promise<void> {
  return updateUser({ email });
}

/**
 * Resends the messages for a pending change, with new links, to the addresses that have not
 * confirmed it yet. `email` is the current address.
 */
export async function resendEmailChange(email: string): Promise<void> {
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const options = emailRedirectTo ? { emailRedirectTo } : {};
  const { error } = await auth.resend({ type: "email_change", email, options });
  if (error) throw error;
}

/**
 * Requests an e-mail with a recovery link. The response is the same for known and unknown
 * addresses.
 */
export async function requestRecovery(email: string) {
  const { auth } = await authClient();
  const redirectTo = backTo("/reset-password");
  const { error } = await auth.resetPasswordForEmail(email, redirectTo ? { redirectTo } : {});
  if (error) throw error;
}

/**
 * Requests an e-mail with a sign-in link. Does not create an account. The response is the same for
 * known and unknown addresses.
 */
export async function requestLoginLink(email: string) {
  const { auth } = await authClient();
  const emailRedirectTo = backTo("/login");
  const options = { shouldCreateUser: false, ...(emailRedirectTo ? { emailRedirectTo } : {}) };
  const { error } = await auth.signInWithOtp({ email, options });
  if (error) throw error;
}

/** Uses an e-mail link. Throws Error with the service's message and code. */
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
 * Signs in with the session from a link. Throws Error with the service's message and code. Checks
 * the access token with the service first. Otherwise, the client would replace an expired access
 * token with the refresh token, which may belong to a different account than the one shown.
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
 * Sets the password in a session that was just opened with a recovery link. Fails with
 * `reauthentication_needed` if the session is too old. Throws Error with the service's message and
 * code.
 */
export async function setPasswordByMail(password: string): Promise<void> {
  const { auth } = await authClient();
  const { error } = await auth.updateUser({ password });
  if (error) throw error;
}

/** Returns the service's error code, such as `otp_expired`, or undefined if no response arrived. */
export function authErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

function requireCredentials({ email, password }: Credentials): void {
  if (email === "" || password === "") throw new Error(CREDENTIALS_MISSING);
}
