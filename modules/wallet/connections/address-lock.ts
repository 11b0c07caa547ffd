/**
 * Rules of the address lock ("Only to my verified addresses"). The lock applies for another day
 * after it is turned off, and an address verified during the lock can be used a day later. An
 * attacker with an open session therefore cannot withdraw elsewhere until the owner has had a day
 * to read the messages. Pure.
 */
import { lockLimits } from "#api/limits";

export interface AddressLock {
  /** Start of the current uninterrupted lock. */
  readonly onSince: Date;
  /** When the lock ends; null unless the user turned it off. */
  readonly offAt: Date | null;
}

const WAIT_MS = lockLimits.withdrawalHours * 3_600_000;

export function isInForce(lock: AddressLock | undefined, now: Date): lock is AddressLock {
  return lock !== undefined && (lock.offAt === null || now < lock.offAt);
}

/** Turns the lock on. A lock that still applies continues without a gap. */
export function turnOn(lock: AddressLock | undefined, now: Date): AddressLock {
  return { onSince: isInForce(lock, now) ? lock.onSince : now, offAt: null };
}

/**
 * Turns the lock off after the waiting time. Turning it off a second time does not change when it
 * ends.
 */
export function turnOff(lock: AddressLock, now: Date): AddressLock {
  return { ...lock, offAt: lock.offAt ?? new Date(now.getTime() + WAIT_MS) };
}

/** Returns the time from which withdrawals to an address verified at `verifiedAt` are allowed. */
export function countsFrom(lock: AddressLock, verifiedAt: Date): Date {
  return verifiedAt <= lock.onSince ? verifiedAt : new Date(verifiedAt.getTime() + WAIT_MS);
}
