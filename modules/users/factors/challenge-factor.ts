/**
 * Creates challenges. A challenge accepts a code for a few minutes, from the same IP address. For a
 * passkey, the challenge also contains the bytes to sign, and for a new passkey the registration
 * options.
 */
import { randomUUID } from "node:crypto";
import type { UsersDeps } from "../deps/users-deps.ts";
import { registrationOptions, requestOptions } from "../passkeys/ceremonies.ts";
import { findPasskeys } from "../passkeys/passkeys-table.ts";
import type { Visitor } from "../deps/visitor.ts";
import { countNetworkHit } from "../rules/network-counters.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { insertChallenge, type FactorRow } from "./factors-table.ts";
import { requireFactor } from "./require-factor.ts";
import { requireSecondFactor } from "./require-second-factor.ts";

/**
 * Maximum number of challenges per IP address. The limit is per IP address, so that an attacker who
 * knows the password cannot use up the owner's challenges.
 */
const CHALLENGES_PER_WINDOW_MAX = 60;

/** Type and options of the browser's WebAuthn call. */
type Ceremony =
  | { readonly type: "create"; readonly options: Awaited<ReturnType<typeof registrationOptions>> }
  | { readonly type: "request"; readonly options: Awaited<ReturnType<typeof requestOptions>> };

export interface FactorChallenge {
  readonly id: string;
  readonly expiresAt: Date;
  readonly ceremony: Ceremony | null;
}

export async function challengeFactor(
  deps: UsersDeps,
  { user, session }: OpenedSession,
  factorId: string,
  { ip }: Visitor,
): Promise<FactorChallenge> {
  const { database, clock, limits } = deps;
  const factor = await requireFactor(database, { userId: user.id, factorId });
  if (factor.status === "unverified") await requireSecondFactor(database, session);
  const now = clock.now();
  const window = {
    key: `challenge/${user.id}`,
    origin: { ip },
    max: CHALLENGES_PER_WINDOW_MAX,
    windowMs: limits.secondFactorWindowMs,
    now,
  };
  if (await countNetworkHit(database, window)) throw new SignInRefusal("over_request_rate_limit");
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + limits.challengeSeconds * 1000);
  const ceremony = await ceremonyOf(deps, user, factor);
  const passkeyChallenge = ceremony?.options.challenge ?? null;
  const isMade = await database.transaction((tx) =>
    insertChallenge(tx, { id, factorId: factor.id, ip, passkeyChallenge, expiresAt, now }),
  );
  if (!isMade) throw new SignInRefusal("mfa_factor_not_found");
  return { id, expiresAt, ceremony };
}

/**
 * Returns the ceremony, in which any of the user's passkeys can be used. If passkeys no longer work
 * on this installation, a recovery code is still accepted.
 */
async function ceremonyOf(
  { database, relyingParty }: UsersDeps,
  user: OpenedSession["user"],
  { factor_type: type, status }: FactorRow,
): Promise<Ceremony | null> {
  if (type === "totp" || relyingParty === undefined) return null;
  if (status === "unverified")
    return { type: "create", options: await registrationOptions(database, relyingParty, user) };
  const passkeys = await findPasskeys(database, user.id);
  return { type: "request", options: await requestOptions(relyingParty, passkeys) };
}
