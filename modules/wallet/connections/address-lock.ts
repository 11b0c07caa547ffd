/**
 * "Only to my verified addresses": turned off it holds for another day, and an address that is
 * verified while it holds counts a day later. Whoever finds an open session can therefore withdraw
 * nowhere else before its owner had a day to read the messages. Pure.
 */
import { lockLimits } from "#api/limits";

export interface AddressLock {
  /** Since when it has held without a break. */
  readonly onSince: Date;
  /** When it ends; null while nobody turned it off. */
  readonly offAt: Date | null;
}

const WAIT_MS = lockLimits.withdrawalHours * 3_600_000;

export function isInForce(lock: AddressLock | undefined, now: Date): lock is AddressLock {
  return lock !== undefined && (lock.offAt === null || now < lock.offAt);
}

/** A lock that still holds goes on without a break. */
export function turnOn(lock: AddressLock | undefined, now: Date): AddressLock {
  return { onSince: isInForce(lock, now) ? lock.onSince : now, offAt: null };
}

/** Turned off twice it ends when it would have ended. */
export function turnOff(lock: AddressLock, now: Date): AddressLock {
  return { ...lock, offAt: lock.offAt ?? new Date(now.getTime() + WAIT_MS) };
}

/** From when on withdrawals may go to an address of this age. */
export function countsFrom(lock: AddressLock, verifiedAt: Date): Date {
  return verifiedAt <= lock.onSince ? verifiedAt : new Date(verifiedAt.getTime() + WAIT_MS);
}
