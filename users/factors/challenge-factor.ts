/** The right to try a code, for a few minutes and from the same address. */
import { randomUUID } from "node:crypto";
import { networkOf } from "#platform";
import type { UsersParts } from "../parts/users-parts.ts";
import type { Visitor } from "../parts/visitor.ts";
import { countHit } from "../rules/rate-counters-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { insertChallenge } from "./factors-table.ts";
import { requireFactor } from "./require-factor.ts";

/** Per address: who knows the password must not be able to use up those of the owner. */
const CHALLENGES_PER_WINDOW_MAX = 60;

export async function challengeFactor(
  parts: UsersParts,
  { user }: Pick<OpenedSession, "user">,
  factorId: string,
  { ip }: Visitor,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const { database, clock, limits } = parts;
  const factor = await requireFactor(database, { userId: user.id, factorId });
  const now = clock.now();
  const window = {
    key: `challenge/${user.id}/${networkOf(ip)}`,
    windowMs: limits.secondFactorWindowMs,
    now,
  };
  if ((await countHit(database, window)) > CHALLENGES_PER_WINDOW_MAX)
    throw new SignInRefusal("over_request_rate_limit");
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + limits.challengeSeconds * 1000);
  const isMade = await database.transaction((tx) =>
    insertChallenge(tx, { id, factorId: factor.id, ip, expiresAt, now }),
  );
  if (!isMade) throw new SignInRefusal("mfa_factor_not_found");
  return { id, expiresAt };
}
