/** Passes the official client's tokens to the API. */
import { setTokenSource, tokenSource } from "../../data/api/asker.ts";
import { levelOf } from "../../data/api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";
import { prove } from "./proof-request.ts";
import { storedSession } from "./stored-session.ts";

let raising: Promise<unknown> = Promise.resolve();

/**
 * Delays requests while a two-factor code is being sent. The server applies the change before its
 * response arrives, so requests with the previous token would be refused.
 */
export async function whileCodeIsGiven<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = work();
  raising = begun.catch(() => undefined);
  return begun;
}

/**
 * Uses the stored session's token until the client is loaded. The client is loaded when a request
 * needs more than a valid token. From then on, the client provides all tokens.
 */
export function giveStoredTokens(client: () => Promise<OfficialAuth>): void {
  const later = async () => {
    giveTokensOf(await client());
    return tokenSource();
  };
  setTokenSource({
    token: async () => storedSession()?.access_token ?? (await later()).token(),
    prove,
    // If the service is unreachable, refused requests fail with this error.
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
      // Refresh the session to get the account's current factors. A tab without a code then shows
      // the code form.
      const { data } = await auth.refreshSession();
      return levelOf(data.session?.access_token) === "aal2";
    },
  });
}

/**
 * True if another request or tab has renewed the token, or if the token can be renewed now. The
 * client may not know that its token has expired, because the browser's clock may have been
 * changed.
 */
async function isRenewed(auth: OfficialAuth, refused: string): Promise<boolean> {
  await raising;
  const { session } = (await auth.getSession()).data;
  if (session === null) return false;
  if (session.access_token !== refused) return true;
  const renewed = (await auth.refreshSession()).data.session;
  return renewed !== null && renewed.access_token !== refused;
}
