/** POST /token?grant_type=pkce: the code of a link, with the proof that the same program asked for it, becomes a session. */
import { z } from "zod";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { findUserById, isBanned } from "../../people/users-table.ts";
import { AuthError } from "../wire/auth-error.ts";
import { answersChallenge } from "../../mailed-links/code-challenge.ts";
import { deleteFlowState, lockFlowState } from "../../mailed-links/flow-states-table.ts";
import { openByMail } from "./verify.ts";

export const pkceGrantBody = z.object({
  auth_code: z.string().max(200).nullish(),
  code_verifier: z.string().max(200).nullish(),
});

export async function exchangeCode(
  parts: UsersParts,
  body: z.output<typeof pkceGrantBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  const { auth_code: code, code_verifier: verifier } = body;
  if (!code || !verifier)
    throw new AuthError(
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    );
  const now = parts.clock.now();
  const opened = await parts.database.transaction(async (tx) => {
    const flow = await lockFlowState(tx, code);
    if (!flow) throw new AuthError("flow_state_not_found");
    if (flow.expiresAt <= now) throw new AuthError("flow_state_expired");
    if (!answersChallenge(flow.challenge, verifier)) throw new AuthError("bad_code_verifier");
    const user = await findUserById(tx, flow.userId);
    if (!user) throw new AuthError("flow_state_not_found");
    if (isBanned(user, now)) throw new AuthError("user_banned");
    await deleteFlowState(tx, code);
    return openByMail(tx, parts, { user, visitor, now });
  });
  parts.bus.publish("me", { userId: opened.user.id, what: "mailbox" });
  return presentSession(parts, opened);
}
