/** Gives the API the tokens of the official client. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { setTokenSource } from "../api.ts";

export function giveTokensOf(auth: SupabaseClient["auth"]): void {
  setTokenSource({
    token: async () => (await auth.getSession()).data.session?.access_token,
    rejected: () => void auth.signOut({ scope: "local" }),
  });
}
