/** Prepares the room once at the start: keys, hasher, cache. */
import { defaultLimits } from "./limits.ts";
import type { UsersParts, UsersSetup } from "./parts.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { createCallerCache } from "./sessions/caller-cache.ts";
import { createHostedSignIn } from "./sessions/hosted-sign-in.ts";
import { openSigningKeys } from "./sessions/signing-keys.ts";

/** Needs a migrated database. The cache listens on the bus for as long as the process lives. */
export async function openUsers(setup: UsersSetup): Promise<UsersParts> {
  const limits = { ...defaultLimits, ...setup.limits };
  const callerCache = createCallerCache();
  setup.bus.subscribe("session-ended", ({ sessionIds }) => callerCache.dropSessions(sessionIds));
  return {
    ...setup,
    limits,
    redirectAllowList: setup.redirectAllowList ?? [],
    hasher: await createPasswordHasher(limits),
    signingKeys: await openSigningKeys(setup),
    callerCache,
    hosted: setup.hosted && createHostedSignIn(setup, setup.hosted),
  };
}
