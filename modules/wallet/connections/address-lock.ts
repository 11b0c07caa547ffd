/**
 * Rules of the address lock ("Only to my verified addresses"). The lock stays in force for a day
 * after the user turns it off, and an address verified while the lock is on can be used after a
 * day. An attacker with an open session therefore cannot withdraw to a new address before the owner
 * has had a day to read the notifications. Pure.
 */
import { lockLimits } from "#api/limits";

export interface AddressLock {
  /** Start of the lock's current uninterrupted period. */
  readonly onSince: Date;
  /** When the lock ends; null if the user has not turned it off. */
  readonly offAt: Date | null;
}

const WAIT_MS = lockLimits.withdrawalHours * 3_600_000;

export function isInForce(lock: AddressLock | undefined, now: Date): lock is AddressLock {
  return lock !== undefined && (lock.offAt === null || now < lock.offAt);
}

/** Turns the lock on. A lock that is still in force keeps its start time. */
export function turnOn(lock: AddressLock | undefined, now: Date): AddressLock {
  return { onSince: isInForce(lock, now) ? lock.onSince : now, offAt: null };
}

/**
 * Schedules the lock to end after the waiting time. Turning it off again does not change the
 * scheduled end.
 */
export function turnOff(lock: AddressLock, now: Date): AddressLock {
  return { ...lock, offAt: lock.offAt ?? new Date(now.getTime() + WAIT_MS) };
}

/** Returns when withdrawals to an address verified at `verifiedAt` become possible. */
export function countsFrom(lock: AddressLock, verifiedAt: Date): Date {
  return verifiedAt <= lock.onSince ? verifiedAt : new Date(verifiedAt.getTime() + WAIT_MS);
}
