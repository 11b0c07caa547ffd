/**
 * The sign-in half of the official Supabase client, made as `createClient` makes it: same service
 * address, headers, storage key and words. The other half (tables, files, channels) is nothing that
 * this service has, and would more than double what every signed-in page loads.
 */
import { AuthClient } from "@supabase/auth-js";
import { refusePhrase } from "../../data/api/refuse-phrase.ts";
import { requireServiceAnswer } from "./auth-answer.ts";

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
    fetch: fetchOnOwnClock,
  });
}

/** A recovery phrase is sent to nobody, as a password neither. */
const fetchOnOwnClock: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input.toString();
  await refusePhrase(url, init?.body);
  const response = await fetch(input, init);
  await requireServiceAnswer(url, response);
  return withOwnEnd(response);
};

/**
 * The client asks the browser's clock whether a session is over, and that may be hours from the
 * one by which the service has said when.
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
