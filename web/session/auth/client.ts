/**
 * The official Supabase client, configured by /config.json and loaded on demand. The landing page
 * does not need it, nor do pages whose session stays valid for a while.
 */
import { readPublic } from "../../data/api/public-query.ts";
import type { OfficialAuth } from "./official-client.ts";

/** Has the member names of the complete client. */
interface Client {
  readonly auth: OfficialAuth;
}

let client: Promise<Client> | undefined;
let made: OfficialAuth | undefined;
const waiting = new Set<(auth: OfficialAuth) => void>();
let isElsewhere = false;

/**
 * The shared client. Throws ApiError if /config.json cannot be read, and Error 'supabaseUrl is
 * required.' if it is empty.
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
 * For code that follows the client without loading it. Calls `use` once the client exists, before
 * the caller who requested it. Returns a function that stops waiting.
 */
export function withClient(use: (auth: OfficialAuth) => void): () => void {
  if (made === undefined) waiting.add(use);
  else use(made);
  return () => void waiting.delete(use);
}

/**
 * True if a hosted service signs users in. Its messages need a redirect address; ours lead to our
 * pages already. Valid only once the client exists.
 */
export function isServedElsewhere(): boolean {
  return isElsewhere;
}

async function makeClient(): Promise<Client> {
  const [config, { createAuth }] = await Promise.all([
    // Read without a token, because tokens come from the client.
    readPublic("getConfig"),
    import("./official-client.ts"),
  ]);
  isElsewhere = config.signIn === "elsewhere";
  // The built-in service is called at the page's own origin, the only one that the content security
  // policy allows. The operator may open the page at localhost although SITE_URL names another
  // address.
  const address = config.signIn === "here" ? location.origin : config.supabaseUrl;
  const auth = createAuth(address, config.supabaseKey);
  made = auth;
  for (const use of waiting) use(auth);
  waiting.clear();
  return { auth };
}
