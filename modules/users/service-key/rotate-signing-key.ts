/**
 * Replaces the key that signs access tokens. Normally, users notice nothing: the new key is
 * published ten minutes before it signs, which is how long other programs cache the published keys.
 * The old keys verify tokens until the last token has expired. After a theft, the change is
 * immediate and all access ends, because the thief may have copied other files from the same
 * folder.
 */
import type { UsersDeps } from "../deps/users-deps.ts";
import {
  createKey,
  findKeys,
  lockKeys,
  retireOthers,
  type KeyRow,
} from "../tokens/signing-keys-table.ts";
import { endAllAccess } from "./end-all-access.ts";
import { recordByKey, renewServiceKey, signServiceKeyAgain } from "./service-key.ts";

/** Seconds for which other programs may cache /.well-known/jwks.json. */
export const PUBLISHED_SECONDS = 600;

/**
 * Extra lifetime of old keys, because tokens expire a little later on machines whose clock is slow.
 */
const MARGIN_MS = 60_000;

export interface Rotation {
  readonly kid: string;
  readonly activeFrom: Date;
  /** When all tokens signed with older keys become invalid. */
  readonly othersEndAt: Date;
}

/**
 * Creates a new key, or returns the key that is already waiting to sign. Re-signs the service key
 * or, after a theft, replaces it.
 */
export async function rotateSigningKey(
  deps: UsersDeps,
  { atOnce }: { readonly atOnce: boolean },
): Promise<Rotation> {
  const { database, clock, masterKey, limits } = deps;
  const now = clock.now();
  let endedIds: readonly string[] = [];
  const rotated = await database.transaction(async (tx) => {
    await lockKeys(tx);
    const [newest] = await findKeys(tx, now);
    if (!atOnce && newest && newest.activeFrom > now) return rotationOf(newest, limits);
    if (atOnce) endedIds = await endAllAccess(tx, now);
    const activeFrom = new Date(now.getTime() + (atOnce ? 0 : PUBLISHED_SECONDS * 1_000));
    const kid = await createKey(tx, { masterKey, activeFrom, now });
    const othersEndAt = atOnce ? now : endOf(activeFrom, limits);
    await retireOthers(tx, { kid, at: othersEndAt });
    const after = { signsFrom: activeFrom.toISOString(), othersEndAt: othersEndAt.toISOString() };
    await recordByKey(tx, {
      action: "signing_key.rotate",
      target: null,
      before: {},
      after,
      at: now,
    });
    return { kid, activeFrom, othersEndAt };
  });
  try {
    await deps.signingKeys.readKeys();
    deps.callerCache.clear();
    // Runs before the event is published: other processes react to the event by re-signing the
    // service key in their own data folder.
    await (atOnce ? renewServiceKey(deps) : signServiceKeyAgain(deps));
  } finally {
    deps.bus.publish("signing-keys", {});
    if (endedIds.length > 0) deps.bus.publish("session-ended", { sessionIds: endedIds });
  }
  return rotated;
}

function rotationOf({ kid, activeFrom }: KeyRow, limits: UsersDeps["limits"]): Rotation {
  return { kid, activeFrom, othersEndAt: endOf(activeFrom, limits) };
}

function endOf(activeFrom: Date, { accessTokenSeconds }: UsersDeps["limits"]): Date {
  return new Date(activeFrom.getTime() + accessTokenSeconds * 1_000 + MARGIN_MS);
}
