/**
 * Whose account a mailed link is for, told before it is used: a link of somebody else would sign
 * its reader in to a foreign account. Who has the token may know; it opens that account.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import { shownAddress } from "../people/no-address.ts";
import { userRefusals } from "../rules/refusals.ts";
import { holderOfToken, type TokenHolder } from "./one-time-tokens-table.ts";

/** Throws 404 `link_not_found`. */
export async function readLink(
  { database, clock }: Pick<UsersDeps, "clock" | "database">,
  { tokenHash: token }: { readonly tokenHash: string },
): Promise<TokenHolder> {
  const holder = await holderOfToken(database, { token, now: clock.now() });
  if (!holder) throw userRefusals.link_not_found();
  return { ...holder, email: shownAddress(holder.email) };
}
