/**
 * The official Supabase client, made from /config.json and loaded when something needs it. Neither
 * the landing page does, nor a page with a session that goes on for a while.
 */
import { readPublic } from "../../data/api/public-query.ts";
import type { OfficialAuth } from "./official-client.ts";

/** Named as in the whole client. */
interface Client {
  readonly auth: OfficialAuth;
}

let client: Promise<Client> | undefined;
let made: OfficialAuth | undefined;
const waiting = new Set<(auth: OfficialAuth) => void>();
let isElsewhere = false;

/**
 * The one client. Throws ApiError when /config.json cannot be read, Error 'supabaseUrl is
 * required.' when it is empty.
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
 * For what follows the client and does not need it by itself: `use` gets it before whoever asked
 * for it, or at once. Returns how to stop waiting.
 */
export function withClient(use: (auth: OfficialAuth) => void): () => void {
  if (made === undefined) waiting.add(use);
  else use(made);
  return () => void waiting.delete(use);
}

/**
 * Once the client is there. Another service signs people in: its messages lead where it is told.
 * Ours lead to our pages by themselves.
 */
export function isServedElsewhere(): boolean {
  return isElsewhere;
}

async function makeClient(): Promise<Client> {
  const [config, { createAuth }] = await Promise.all([
    // A token to ask with is what there may be none of before the client.
    readPublic("getConfig"),
    import("./official-client.ts"),
  ]);
  isElsewhere = config.signIn === "elsewhere";
  // Our own service answers where the page came from, the one address its policy lets it reach:
  // an operator may open the page at localhost while SITE_URL names another address.
  const address = config.signIn === "here" ? location.origin : config.supabaseUrl;
  const auth = createAuth(address, config.supabaseKey);
  made = auth;
  for (const use of waiting) use(auth);
  waiting.clear();
  return { auth };
}
