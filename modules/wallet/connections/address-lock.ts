/**
 * Rules of the address lock ("Only to my verified addresses"). The lock stays in force for a day
 * after the user turns it off, and an address verified under the lock becomes usable a day later.
 * An attacker who controls an open session therefore cannot withdraw to a new address before the
 * owner has had a day to read the notifications. Pure.
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

/** Turns the lock on. A lock that is still in force continues without interruption. */
export function turnOn(lock: AddressLock | undefined, now: Date): AddressLock {
  return { onSince: isInForce(lock, now) ? lock.onSince : now, offAt: null };
}

/**
 * Schedules the end of the lock after the waiting time. Turning the lock off again does not change
 * the scheduled end.
 */
export function turnOff(lock: AddressLock, now: Date): AddressLock {
  return { ...lock, offAt: lock.offAt ?? new Date(now.getTime() + WAIT_MS) };
}

/** Returns the time from which withdrawals to an address verified at `verifiedAt` are allowed. */
export function countsFrom(lock: AddressLock, verifiedAt: Date): Date {
  return verifiedAt <= lock.onSince ? verifiedAt : new Date(verifiedAt.getTime() + WAIT_MS);
}
