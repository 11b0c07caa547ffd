/**
 * The official Supabase client, configured by /config.json and loaded on demand. It is not needed
 * on the landing page, or on other pages while the stored session stays valid.
 */
import { readPublic } from "../../data/api/public-query.ts";
import type { OfficialAuth } from "./official-client.ts";

/** The part of the client that the product uses, with the client's member names. */
interface Client {
  readonly auth: OfficialAuth;
}

let client: Promise<Client> | undefined;
let made: OfficialAuth | undefined;
const waiting = new Set<(auth: OfficialAuth) => void>();
let isElsewhere = false;

/**
 * Returns the shared client. Throws ApiError if /config.json cannot be read, and Error 'supabaseUrl
 * is required.' if the file is empty.
 */
export function authClient(): Promise<Client> {
  client ??= makeClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

export function isClientThere(): boolean {
  return made !== undefined;
}

/**
 * Calls `use` when the client exists, before the code that requested the client continues. Does not
 * load the client. Returns a function that cancels the call.
 */
export function withClient(use: (auth: OfficialAuth) => void): () => void {
  if (made === undefined) waiting.add(use);
  else use(made);
  return () => void waiting.delete(use);
}

/**
 * True if a hosted service handles sign-ins. Its e-mails need a redirect URL, while e-mails from
 * the built-in service already link to our pages. Valid only after the client exists.
 */
export function isServedElsewhere(): boolean {
  return isElsewhere;
}

async function makeClient(): Promise<Client> {
  const [config, { createAuth }] = await Promise.all([
    // Read the configuration without a token, because tokens come from the client.
    readPublic("getConfig"),
    import("./official-client.ts"),
  ]);
  isElsewhere = config.signIn === "elsewhere";
  // Call the built-in service at the page's own origin, because the content security policy allows
  // no other. The operator may open the page at localhost although SITE_URL is a different URL.
  const address = config.signIn === "here" ? location.origin : config.supabaseUrl;
  const auth = createAuth(address, config.supabaseKey);
  made = auth;
  for (const use of waiting) use(auth);
  waiting.clear();
  return { auth };
}
