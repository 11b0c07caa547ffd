/** Prepares the room once at the start: keys, hasher, cache. */
import type { Bus } from "#platform";
import { defaultLimits } from "./limits.ts";
import type { UsersParts, UsersSetup } from "./parts.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { createCallerCache, type CallerCache } from "./sessions/caller-cache.ts";
import { createHostedSignIn } from "./sessions/hosted-sign-in.ts";
import { openSigningKeys } from "./sessions/signing-keys.ts";

/** Needs a migrated database. The cache listens on the bus for as long as the process lives. */
export async function openUsers(setup: UsersSetup): Promise<UsersParts> {
  const limits = { ...defaultLimits, ...setup.limits };
  const callerCache = createCallerCache();
  forgetWhatEnds(setup.bus, callerCache);
  const signingKeys = await openSigningKeys(setup);
  followKeys(setup, { signingKeys, callerCache });
  return {
    ...setup,
    limits,
    redirectAllowList: setup.redirectAllowList ?? [],
    hasher: await createPasswordHasher({ ...limits, log: setup.log }),
    signingKeys,
    callerCache,
    hosted: setup.hosted && createHostedSignIn(setup, setup.hosted),
  };
}

/** Also what ends in another process: it is told over the bus. */
function forgetWhatEnds(bus: Bus, callerCache: CallerCache): void {
  bus.subscribe("session-ended", ({ sessionIds }) => callerCache.dropSessions(sessionIds));
  bus.subscribe("me", ({ userId, what }) => {
    if (what === "profile") callerCache.dropUser(userId);
  });
  bus.subscribe("missed", () => callerCache.clear());
}

/** Tokens of a key that another process ended are not taken from the cache either. */
function followKeys(
  { bus, log }: UsersSetup,
  { signingKeys, callerCache }: Pick<UsersParts, "signingKeys" | "callerCache">,
): void {
  const readAgain = async (): Promise<void> => {
    try {
      await signingKeys.readKeys();
      callerCache.clear();
    } catch (error) {
      log.error({ error }, "the signing keys could not be read again");
    }
  };
  bus.subscribe("signing-keys", () => void readAgain());
  bus.subscribe("missed", () => void readAgain());
}
