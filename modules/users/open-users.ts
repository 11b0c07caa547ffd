/** Opens the module at the start: loads its keys, password hasher and cache. */
import type { Bus } from "#platform";
import { createSecurityEvents } from "#security";
import { createHostedSignIn } from "./hosted/hosted-sign-in.ts";
import type { UsersDeps, UsersSetup } from "./deps/users-deps.ts";
import { relyingPartyOf } from "./passkeys/relying-party.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { defaultLimits } from "./rules/limits.ts";
import { resignServiceKey } from "./service-key/service-key.ts";
import { createCallerCache, type CallerCache } from "./tokens/caller-cache.ts";
import { openSigningKeys } from "./tokens/signing-keys.ts";

/**
 * Opens the module. The database must already be migrated. The cache stays subscribed to the bus
 * until the process exits.
 */
export async function openUsers(setup: UsersSetup): Promise<UsersDeps> {
  const limits = { ...defaultLimits, ...setup.limits };
  const callerCache = createCallerCache();
  forgetWhatEnds(setup.bus, callerCache);
  const deps: UsersDeps = {
    ...setup,
    limits,
    redirectAllowList: setup.redirectAllowList ?? [],
    mailLeaves: setup.mailLeaves ?? false,
    hasher: await createPasswordHasher({ ...limits, log: setup.log }),
    signingKeys: await openSigningKeys(setup),
    callerCache,
    events: createSecurityEvents(setup.clock),
    hosted: setup.hosted && createHostedSignIn(setup, setup.hosted),
    relyingParty: setup.hosted ? undefined : relyingPartyOf(setup.siteUrl),
  };
  followKeys(deps);
  return deps;
}

/**
 * Drops ended sessions from the cache, including sessions that another process ends and publishes
 * on the bus.
 */
function forgetWhatEnds(bus: Bus, callerCache: CallerCache): void {
  bus.subscribe("session-ended", ({ sessionIds }) => callerCache.dropSessions(sessionIds));
  bus.subscribe("me", ({ userId, what }) => {
    if (what === "profile") callerCache.dropUser(userId);
  });
  bus.subscribe("missed", () => callerCache.clear());
}

/**
 * When another process ends a signing key, drops cached tokens of that key and re-signs this
 * installation's service key.
 */
function followKeys(deps: UsersDeps): void {
  const { bus, log, signingKeys, callerCache } = deps;
  const readAgain = async (): Promise<void> => {
    try {
      await signingKeys.readKeys();
      callerCache.clear();
      if (!deps.hosted) await resignServiceKey(deps);
    } catch (error) {
      log.error({ error }, "could not reload the signing keys");
    }
  };
  bus.subscribe("signing-keys", () => void readAgain());
  bus.subscribe("missed", () => void readAgain());
}
