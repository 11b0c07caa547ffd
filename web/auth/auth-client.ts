/**
 * The official Supabase client, made from /config.json and loaded on demand: the landing page never loads it. Keeps the
 * texts of the product where the client's differ.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { api } from "../api.ts";

const CREDENTIALS_MISSING = "You must provide either an email or phone number and a password.";

export interface Credentials {
  email: string;
  password: string;
}

let client: Promise<SupabaseClient> | undefined;

/** The one client. Throws ApiError when /config.json cannot be read, Error 'supabaseUrl is required.' when it is empty. */
export function authClient(): Promise<SupabaseClient> {
  client ??= makeClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

async function makeClient(): Promise<SupabaseClient> {
  const [config, { createClient }] = await Promise.all([
    api("getConfig"),
    import("@supabase/supabase-js"),
  ]);
  return createClient(config.supabaseUrl, config.supabaseKey);
}

/** Creates a user who is signed in at once. Throws Error with the service's message. */
export async function signUp({ email, password, name }: Credentials & { name: string }) {
  requireCredentials({ email, password });
  const { auth } = await authClient();
  const options = { data: { name, is_admin: false } };
  const { error } = await auth.signUp({ email, password, options });
  if (error) throw error;
}

/** Throws Error with the service's message. */
export async function signIn({ email, password }: Credentials) {
  requireCredentials({ email, password });
  const { auth } = await authClient();
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
}

/** Ends this session. A session that the server no longer knows is signed out all the same. */
export async function signOut() {
  const { auth } = await authClient();
  const { error } = await auth.signOut({ scope: "local" });
  const isGone = error?.name === "AuthSessionMissingError";
  if (error && !isGone && ![401, 403, 404].includes(error.status ?? 0)) throw error;
}

/** Ends every session but this one. Throws Error with the service's message. */
export async function signOutOthers() {
  const { auth } = await authClient();
  const { error } = await auth.signOut({ scope: "others" });
  if (error) throw error;
}

/** All other sessions end. Throws Error with the service's message. */
export async function changePassword(change: { current: string; next: string }) {
  const { auth } = await authClient();
  const { error } = await auth.updateUser({
    password: change.next,
    current_password: change.current,
  });
  if (error) throw error;
}

function requireCredentials({ email, password }: Credentials): void {
  if (email === "" || password === "") throw new Error(CREDENTIALS_MISSING);
}
