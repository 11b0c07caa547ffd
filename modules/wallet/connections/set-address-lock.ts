/**
 * Turns "Only to my verified addresses" on immediately, or off after a day. The user gets a message
 * about each change.
 */
import { deliver } from "#notifications";
import { utcMinute } from "#platform";
import { refuse } from "../terms/refusals.ts";
import { isInForce, turnOff, turnOn, type AddressLock } from "./address-lock.ts";
import { findLock, saveLock } from "./address-lock-table.ts";
import { connectionsOf, connectionsLock } from "./connections-table.ts";
import type { ConnectionDeps } from "./deps.ts";

export interface PresentedLock {
  readonly isOn: boolean;
  /** When the lock ends; null if the user has not turned it off. */
  readonly offAt: Date | null;
}

export function presentLock(lock: AddressLock | undefined, now: Date): PresentedLock {
  return isInForce(lock, now) ? { isOn: true, offAt: lock.offAt } : { isOn: false, offAt: null };
}

/**
 * Changes the lock. The caller must call `requireStepUp` first. Throws 409 `no_verified_address` if
 * the user has no verified address.
 */
export async function setAddressLock(
  { database, account, clock, bus }: ConnectionDeps,
  request: { readonly userId: string; readonly isOn: boolean; readonly ip: string },
): Promise<PresentedLock> {
  const { userId, isOn, ip } = request;
  const presented = await database.transaction(async (tx) => {
    await connectionsLock.wait(tx, userId);
    const now = clock.now();
    const before = await findLock(tx, userId);
    const isHeld = isInForce(before, now);
    if (!isOn && !isHeld) return presentLock(before, now);
    const connections = await connectionsOf(tx, { userId, network: account.network });
    if (isOn && connections.length === 0) throw refuse.no_verified_address();
    const lock = isOn || !isHeld ? turnOn(before, now) : turnOff(before, now);
    await saveLock(tx, { userId, ...lock });
    const at = utcMinute(now);
    const isChanged = !isHeld || lock.offAt?.getTime() !== before.offAt?.getTime();
    if (isChanged)
      await deliver(
        tx,
        lock.offAt === null
          ? { userId, template: "address_lock_on", values: { at, ip }, now }
          : {
              userId,
              template: "address_lock_off",
              values: { at, ip, until: utcMinute(lock.offAt) },
              now,
            },
      );
    return presentLock(lock, now);
  });
  bus.publish("me", { userId, what: "mailbox" });
  return presented;
}
