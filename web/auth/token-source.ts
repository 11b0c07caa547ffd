/** Gives the API the tokens of the official client. */
import type { Session } from "@supabase/auth-js";
import { setTokenSource, tokenSource } from "../api/asker.ts";
import { levelOf } from "../api/access-token.ts";
import type { OfficialAuth } from "./official-client.ts";
import { prove } from "./proof-request.ts";

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

/** The token of a session that was found before the client is there, which takes over. */
export function giveTokenOf(session: Session, client: () => Promise<OfficialAuth>): void {
  const later = async () => {
    giveTokensOf(await client());
    return tokenSource();
  };
  setTokenSource({
    token: () => Promise.resolve(session.access_token),
    prove,
    // Who cannot reach the service is told by the page, which waits for the client as well.
    rejected: () =>
      void later().then(
        (source) => source.rejected(),
        () => {},
      ),
    isCodeGiven: async () => (await later()).isCodeGiven(),
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
    async isCodeGiven() {
      // Brings what the server knows of the account's factors: a tab without the code is led to it
      // then.
      const { data } = await auth.refreshSession();
      return levelOf(data.session?.access_token) === "aal2";
    },
  });
}
