/** Gives the API the tokens of the official client. */
import { setTokenSource, tokenSource } from "../../data/api/asker.ts";
import { levelOf } from "../../data/api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";
import { prove } from "./proof-request.ts";
import { storedSession } from "./stored-session.ts";

let raising: Promise<unknown> = Promise.resolve();

/**
 * While the code of a second factor is given, requests wait for the session that comes of it: the
 * server tells that something changed before its answer is here, and would refuse the token from
 * before.
 */
export async function whileCodeIsGiven<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = work();
  raising = begun.catch(() => undefined);
  return begun;
}

/**
 * The token of the session that is stored here, before the client is there: it is made for what
 * more is wanted than a token that goes on for a while, and takes over.
 */
export function giveStoredTokens(client: () => Promise<OfficialAuth>): void {
  const later = async () => {
    giveTokensOf(await client());
    return tokenSource();
  };
  setTokenSource({
    token: async () => storedSession()?.access_token ?? (await later()).token(),
    prove,
    // Who cannot reach the service is told by the requests that are refused.
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
      // Brings what the server knows of the account's factors: a tab without the code is led to it
      // then.
      const { data } = await auth.refreshSession();
      return levelOf(data.session?.access_token) === "aal2";
    },
  });
}

/**
 * By another request or tab, or now: a browser whose clock was set meanwhile does not know that its
 * token is over.
 */
async function isRenewed(auth: OfficialAuth, refused: string): Promise<boolean> {
  await raising;
  const { session } = (await auth.getSession()).data;
  if (session === null) return false;
  if (session.access_token !== refused) return true;
  const renewed = (await auth.refreshSession()).data.session;
  return renewed !== null && renewed.access_token !== refused;
}
