/**
 * The sign-in half of the official Supabase client, made as `createClient` makes it: same service
 * address, headers, storage key and words. The other half (tables, files, channels) is nothing that
 * this service has, and would more than double what every signed-in page loads.
 */
import { AuthClient } from "@supabase/auth-js";
import { refusePhrase } from "../api/refuse-phrase.ts";

export type OfficialAuth = InstanceType<typeof AuthClient>;

/** Throws Error 'supabaseUrl is required.' or 'supabaseKey is required.', as the whole client. */
export function createAuth(serviceUrl: string, key: string): OfficialAuth {
  const address = serviceUrl.trim();
  if (address === "") throw new Error("supabaseUrl is required.");
  if (key === "") throw new Error("supabaseKey is required.");
  const base = new URL(address.endsWith("/") ? address : `${address}/`);
  return new AuthClient({
    url: new URL("auth/v1", base).href,
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    storageKey: `sb-${base.hostname.split(".")[0] ?? ""}-auth-token`,
    // What the address carries is taken by a press alone: a stranger's link signs nobody in.
    detectSessionInUrl: false,
    fetch: fetchUnlessPhrase,
  });
}

/** A recovery phrase is sent to nobody, as a password neither. */
const fetchUnlessPhrase: typeof fetch = async (input, init) => {
  await refusePhrase(input instanceof Request ? input.url : input.toString(), init?.body);
  return fetch(input, init);
};
