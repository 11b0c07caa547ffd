/** Gives the API the tokens of the official client. */
import { setTokenSource } from "../api/asker.ts";
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
