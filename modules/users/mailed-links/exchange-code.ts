/**
 * Exchanges a link's code for a session, after verifying that the exchanging client requested the
 * link.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { findUserById, isBanned } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { answersChallenge } from "./code-challenge.ts";
import { deleteFlowState, lockFlowState } from "./flow-states-table.ts";
import { openByMail } from "./use-link.ts";

export async function exchangeCode(
  deps: UsersDeps,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  visitor: Visitor,
): Promise<OpenedSession> {
  const now = deps.clock.now();
  const opened = await deps.database.transaction(async (tx) => {
    const flow = await lockFlowState(tx, code);
    if (!flow) throw new SignInRefusal("flow_state_not_found");
    if (flow.expiresAt <= now) throw new SignInRefusal("flow_state_expired");
    if (!answersChallenge(flow.challenge, verifier)) throw new SignInRefusal("bad_code_verifier");
    const user = await findUserById(tx, flow.userId);
    if (!user) throw new SignInRefusal("flow_state_not_found");
    if (isBanned(user, now)) throw new SignInRefusal("user_banned");
    await deleteFlowState(tx, code);
    return openByMail(tx, deps, { user, visitor, now });
  });
  deps.bus.publish("me", { userId: opened.user.id, what: "mailbox" });
  return opened;
}
