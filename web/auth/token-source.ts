/** Gives the API the tokens of the official client. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { setTokenSource } from "../api.ts";
import { levelOf } from "../step-up/assurance-level.ts";
import { prove } from "../step-up/proof-request.ts";

export function giveTokensOf(auth: SupabaseClient["auth"]): void {
  setTokenSource({
    token: async () => (await auth.getSession()).data.session?.access_token,
    prove,
    rejected: () => void auth.signOut({ scope: "local" }),
    async codeNeeded() {
      // Brings what the server knows of the account's factors: a tab without the code is led to it then.
      const { data } = await auth.refreshSession();
      return levelOf(data.session?.access_token) === "aal2";
    },
  });
}
