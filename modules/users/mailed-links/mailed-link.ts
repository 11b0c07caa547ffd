/**
 * The address in a message. It opens a page of ours, which uses the token on a press: a mail
 * scanner's visit must not use it up. The token stands behind the #, where no server and no log on
 * the way sees it. One with a code challenge is for the program that asked, never for a page that
 * would sign in by itself.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import { PKCE_PREFIX } from "./one-time-tokens-table.ts";

type Deps = Pick<UsersDeps, "redirectAllowList" | "siteUrl">;

export interface LinkContent {
  readonly token: string;
  /** As `verify` takes it: recovery, magiclink, signup, invite, email_change. */
  readonly type: string;
  /** Where the program that asked wants the person back; taken only when it is allowed. */
  readonly redirectTo: string | undefined;
}

export function mailedLink(deps: Deps, { token, type, redirectTo }: LinkContent): string {
  const back = allowedRedirect(deps, redirectTo);
  const isOurs = type === "recovery" && !back && !token.startsWith(PKCE_PREFIX);
  const page = new URL(isOurs ? "/reset-password" : "/confirm", deps.siteUrl);
  page.hash = new URLSearchParams({
    token_hash: token,
    type,
    ...(back ? { redirect_to: back.href } : {}),
  }).toString();
  return page.href;
}

/**
 * The address asked for when a mailed link may lead there, else undefined: our own origin or an
 * address on the list, never one that the request made up. A path is taken as one of our own pages.
 */
export function allowedRedirect(
  { siteUrl, redirectAllowList }: Deps,
  redirectTo: string | undefined,
): URL | undefined {
  if (!redirectTo || !URL.canParse(redirectTo, siteUrl)) return undefined;
  const url = new URL(redirectTo, siteUrl);
  if (url.username !== "" || url.password !== "") return undefined;
  const isAllowed =
    url.origin === new URL(siteUrl).origin ||
    redirectAllowList.some((allowed) =>
      allowed.endsWith("/**") ? url.href.startsWith(allowed.slice(0, -2)) : url.href === allowed,
    );
  return isAllowed ? url : undefined;
}
