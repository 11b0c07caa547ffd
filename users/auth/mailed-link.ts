/**
 * The address in a letter. It opens a page of ours, which uses the token on a press: a mail scanner's visit must not use it
 * up. The token stands behind the #, where no server and no log on the way sees it.
 */
import type { UsersParts } from "../parts.ts";
import { allowedRedirect } from "./redirect.ts";

export interface LinkContent {
  readonly token: string;
  /** As `verify` takes it: recovery, magiclink, signup, invite, email_change. */
  readonly type: string;
  /** Where the program that asked wants the person back; taken only when it is allowed. */
  readonly redirectTo: string | undefined;
}

export function mailedLink(
  parts: Pick<UsersParts, "redirectAllowList" | "siteUrl">,
  { token, type, redirectTo }: LinkContent,
): string {
  const back = allowedRedirect(parts, redirectTo);
  const isOurs = type === "recovery" && !back;
  const page = new URL(isOurs ? "/reset-password" : "/confirm", parts.siteUrl);
  page.hash = new URLSearchParams({
    token_hash: token,
    type,
    ...(back ? { redirect_to: back.href } : {}),
  }).toString();
  return page.href;
}
