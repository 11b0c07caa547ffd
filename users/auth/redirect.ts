/** Where a mailed link may lead: our own origin or an address on the list, never an address that the request made up. */
import type { UsersParts } from "../parts.ts";

type Parts = Pick<UsersParts, "siteUrl" | "redirectAllowList">;

/** The address asked for when it is allowed, else undefined. A path is taken as one of our own pages. */
export function allowedRedirect(
  { siteUrl, redirectAllowList }: Parts,
  asked: string | undefined,
): URL | undefined {
  if (!asked || !URL.canParse(asked, siteUrl)) return undefined;
  const url = new URL(asked, siteUrl);
  if (url.username !== "" || url.password !== "") return undefined;
  const isAllowed =
    url.origin === new URL(siteUrl).origin ||
    redirectAllowList.some((allowed) =>
      allowed.endsWith("/**") ? url.href.startsWith(allowed.slice(0, -2)) : url.href === allowed,
    );
  return isAllowed ? url : undefined;
}
