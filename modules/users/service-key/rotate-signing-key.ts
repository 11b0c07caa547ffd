/**
 * Puts a new key in the place of those that sign access tokens. Normally nobody notices: it is
 * published ten minutes before it signs, as long as programs elsewhere keep the published keys, and
 * the ones before check tokens until their last has run out. After a theft both happen at once and
 * all access ends: who has the key may have what else lay beside it.
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

/** Seconds for which programs elsewhere may keep what /.well-known/jwks.json answered. */
export const PUBLISHED_SECONDS = 600;

/** A token lives a little longer where a clock runs behind. */
const MARGIN_MS = 60_000;

export interface Rotation {
  readonly kid: string;
  readonly activeFrom: Date;
  /** From here on no token of an older key is good. */
  readonly othersEndAt: Date;
}

/**
 * While a new key still waits to sign, asking again answers with that one. The service key is
 * signed again; after a theft it is another one.
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
    // Before anybody is told: whoever hears of it signs the key that its folder has then.
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
