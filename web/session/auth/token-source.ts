/** Passes the official client's tokens to the API. */
import { setTokenSource, tokenSource } from "../../data/api/asker.ts";
import { levelOf } from "../../data/api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";
import { prove } from "./proof-request.ts";
import { storedSession } from "./stored-session.ts";

let raising: Promise<unknown> = Promise.resolve();

/**
 * Delays requests while a two-factor code is being sent. The server publishes the change before its
 * response arrives, so a request with the previous token would be refused.
 */
export async function whileCodeIsGiven<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = work();
  raising = begun.catch(() => undefined);
  return begun;
}

/**
 * Uses the stored session's token until the client is loaded. The client is loaded when a request
 * needs more than a valid token, and provides all tokens from then on.
 */
export function giveStoredTokens(client: () => Promise<OfficialAuth>): void {
  const later = async () => {
    giveTokensOf(await client());
    return tokenSource();
  };
  setTokenSource({
    token: async () => storedSession()?.access_token ?? (await later()).token(),
    prove,
    // If the service is unreachable, the refused requests report this error.
    rejected: () =>
      void later().then(
        (source) => source.rejected(),
        () => {},
      ),
    isCodeGiven: async () => (await later()).isCodeGiven(),
    isRenewed: (refused) =>
      client().then(
        (auth) => isRenewed(auth, refused),
        () => false,
      ),
  });
}

export function giveTokensOf(auth: OfficialAuth): void {
  setTokenSource({
    async token() {
      await raising;
      return (await auth.getSession()).data.session?.access_token;
    },
    prove,
    rejected: () => void auth.signOut({ scope: "local" }),
    isRenewed: (refused) => isRenewed(auth, refused),
    async isCodeGiven() {
      // Refreshes the session to get the account's current factors. A tab without the code then
      // shows the code form.
      const { data } = await auth.refreshSession();
      return levelOf(data.session?.access_token) === "aal2";
    },
  });
}

/**
 * True if another request or tab has renewed the token, or if it can be renewed now. If the
 * browser's clock was changed, the client may not know that its token has expired.
 */
async function isRenewed(auth: OfficialAuth, refused: string): Promise<boolean> {
  await raising;
  const { session } = (await auth.getSession()).data;
  if (session === null) return false;
  if (session.access_token !== refused) return true;
  const renewed = (await auth.refreshSession()).data.session;
  return renewed !== null && renewed.access_token !== refused;
}
