/**
 * Shows who owns the account that a mailed link opens, before the link is used. Otherwise a
 * stranger's link could sign the reader in to the stranger's account unnoticed. Showing the address
 * is safe, because the token gives access to the account anyway.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import { shownAddress } from "../people/no-address.ts";
import { userRefusals } from "../rules/refusals.ts";
import { holderOfToken, type TokenHolder } from "./one-time-tokens-table.ts";

/** Returns the owner's addresses. Throws 404 `link_not_found`. */
export async function readLink(
  { database, clock }: Pick<UsersDeps, "clock" | "database">,
  { tokenHash: token }: { readonly tokenHash: string },
): Promise<TokenHolder> {
  const holder = await holderOfToken(database, { token, now: clock.now() });
  if (!holder) throw userRefusals.link_not_found();
  return { ...holder, email: shownAddress(holder.email) };
}
