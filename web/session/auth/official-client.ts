/**
 * The auth part of the official Supabase client, configured like `createClient` with the same
 * service URL, headers, storage key and texts. The unused parts (tables, files, channels) would
 * more than double the code of every signed-in page.
 */
import { AuthClient } from "@supabase/auth-js";
import { refusePhrase } from "../../data/api/refuse-phrase.ts";
import { requireServiceAnswer } from "./auth-answer.ts";

export type OfficialAuth = InstanceType<typeof AuthClient>;

/**
 * Creates the client. Like the complete client, throws Error 'supabaseUrl is required.' or
 * 'supabaseKey is required.'
 */
export function createAuth(serviceUrl: string, key: string): OfficialAuth {
  const address = serviceUrl.trim();
  if (address === "") throw new Error("supabaseUrl is required.");
  if (key === "") throw new Error("supabaseKey is required.");
  const base = new URL(address.endsWith("/") ? address : `${address}/`);
  return new AuthClient({
    url: new URL("auth/v1", base).href,
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    storageKey: `sb-${base.hostname.split(".")[0] ?? ""}-auth-token`,
    // The client must ignore tokens in the URL. They are used only after a click, so that an
    // attacker's link cannot sign a user in.
    detectSessionInUrl: false,
    fetch: fetchOnOwnClock,
  });
}

/**
 * Sends the client's requests. Rejects any request that contains a recovery phrase, even as a
 * password.
 */
const fetchOnOwnClock: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  await refusePhrase(url, init?.body);
  const response = await fetch(input, init);
  await requireServiceAnswer(url, response);
  return withOwnEnd(response);
};

/**
 * Returns the response with the session's expiry time recomputed from its lifetime. The client
 * compares the expiry time with the browser's clock, which may be hours off from the service's
 * clock.
 */
async function withOwnEnd(response: Response): Promise<Response> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof answer !== "object" || answer === null || !("expires_in" in answer)) return response;
  if (typeof answer.expires_in !== "number") return response;
  const expires_at = Math.floor(Date.now() / 1000) + answer.expires_in;
  const { status, headers } = response;
  return Response.json({ ...answer, expires_at }, { status, headers });
}
