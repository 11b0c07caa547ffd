/**
 * Handles GET /verify, the target of the button on the confirmation page and of links that other
 * programs send. Redirects to the requested URL, with the session or the error in its fragment. If
 * the link was requested with a code challenge, the query contains a code instead of a session.
 */
import { insertFlowState } from "../../mailed-links/flow-states-table.ts";
import { allowedRedirect } from "../../mailed-links/mailed-link.ts";
import { PKCE_PREFIX } from "../../mailed-links/one-time-tokens-table.ts";
import { openByMail, useLink } from "../../mailed-links/use-link.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import { SignInRefusal } from "../../rules/sign-in-refusal.ts";
import { AuthError, authErrorOf } from "../wire/auth-error.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { typesOf } from "./verify.ts";

const FLOW_MS = 5 * 60_000;
const OTHER_SIDE =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

interface Query {
  readonly token: string | undefined;
  readonly type: string | undefined;
  readonly redirectTo: string | undefined;
}

export async function verifyAndRedirect(
  deps: UsersDeps,
  query: Query,
  visitor: Visitor,
): Promise<string> {
  const page = allowedRedirect(deps, query.redirectTo) ?? new URL(deps.siteUrl);
  const isPkce = query.token?.startsWith(PKCE_PREFIX) === true;
  try {
    const answer = await answerOf(deps, query, visitor);
    if (answer === undefined) addToPage(page, { message: OTHER_SIDE }, isPkce);
    else if ("code" in answer) page.searchParams.set("code", answer.code);
    else page.hash = sessionText(answer, query.type);
  } catch (error) {
    const refusal = error instanceof SignInRefusal ? authErrorOf(error) : error;
    if (!(refusal instanceof AuthError)) throw error;
    const { code, message } = refusal;
    const problem = { error: "access_denied", error_code: code, error_description: message };
    addToPage(page, problem, isPkce);
  }
  return page.href;
}

async function answerOf(
  deps: UsersDeps,
  { token, type }: Query,
  visitor: Visitor,
): Promise<SessionJson | { readonly code: string } | undefined> {
  const types = typesOf(type);
  if (!token) throw new AuthError("validation_failed", "Verify requires a token or a token hash");
  const used = await useLink(
    deps,
    { types, token },
    visitor,
    async (tx, { user, token: oneTimeToken, now }) => {
      const { challenge } = oneTimeToken;
      if (!challenge) return openByMail(tx, deps, { user, visitor, now });
      const expiresAt = new Date(now.getTime() + FLOW_MS);
      return { code: await insertFlowState(tx, { userId: user.id, challenge, expiresAt, now }) };
    },
  );
  return used === undefined || "code" in used ? used : presentSession(deps, used);
}

function addToPage(page: URL, values: Readonly<Record<string, string>>, isPkce: boolean): void {
  page.hash = new URLSearchParams(values).toString();
  if (!isPkce) return;
  for (const [name, value] of Object.entries(values)) page.searchParams.set(name, value);
}

function sessionText(session: SessionJson, type: string | undefined): string {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: type ?? "",
  }).toString();
}
