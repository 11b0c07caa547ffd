/**
 * The auth part of the official Supabase client, configured like `createClient`: same service
 * address, headers, storage key and texts. The other parts (tables, files, channels) have no use
 * here, and would more than double the code of every signed-in page.
 */
import { AuthClient } from "@supabase/auth-js";
import { refusePhrase } from "../../data/api/refuse-phrase.ts";
import { requireServiceAnswer } from "./auth-answer.ts";

export type OfficialAuth = InstanceType<typeof AuthClient>;

/**
 * Throws Error 'supabaseUrl is required.' or 'supabaseKey is required.' like the complete client.
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
    // Tokens in the address are used only after a click, so that a stranger's link signs no one in.
    detectSessionInUrl: false,
    fetch: fetchOnOwnClock,
  });
}

/** Refuses to send a recovery phrase, even as a password. */
const fetchOnOwnClock: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  await refusePhrase(url, init?.body);
  const response = await fetch(input, init);
  await requireServiceAnswer(url, response);
  return withOwnEnd(response);
};

/**
 * The client compares the session's end with the browser's clock, which may differ by hours from
 * the service's. So the end is recomputed from the lifetime.
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
