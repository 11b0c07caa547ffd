/**
 * Builds the link in a message. The link opens a page that redeems the token only after a click, so
 * that a mail scanner's visit does not use up the token. The token is in the fragment, which
 * browsers do not send to servers. A link with a code challenge redirects to the client that
 * requested it, never to a page that would sign the visitor in directly.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import { PKCE_PREFIX } from "./one-time-tokens-table.ts";

type Deps = Pick<UsersDeps, "redirectAllowList" | "siteUrl">;

export interface LinkContent {
  readonly token: string;
  /**
   * The `type` field of the verify request: recovery, magiclink, signup, invite or email_change.
   */
  readonly type: string;
  /** Redirect URL that the client requested. Used only if it is allowed. */
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
 * Returns the requested URL if links may redirect to it, otherwise undefined. Allowed are the
 * installation's own origin and the URLs on the allow list. A path refers to one of the
 * installation's own pages.
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
