/**
 * Writes messages about sign-ins. With two-factor authentication, a right password or mailed link
 * is not yet a completed login, and the user is notified of it only if the device is new.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { SecurityEvents } from "#security";
import type { Visitor } from "../deps/visitor.ts";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { addHit, hitsSoFar } from "../rules/rate-counters-table.ts";
import { isKnownDevice } from "./login-history-table.ts";

/** Name of the first factor in the login history. */
type FirstFactor = "password" | "otp";

interface Login {
  readonly events: SecurityEvents;
  readonly userId: string;
  readonly visitor: Visitor;
  readonly now: Date;
}

const PROOFS: Readonly<Record<FirstFactor, string>> = {
  password: "your password",
  otp: "a link or code from an e-mail to you",
};

const HOUR_MS = 60 * 60_000;
/**
 * Maximum number of these messages per hour, so that an attacker who knows the password cannot
 * flood the mailbox.
 */
const MESSAGES_PER_HOUR_MAX = 3;

/**
 * Notifies the user of a right first factor. Call it before writing the login history entry,
 * because the entry makes any device a known device.
 */
export async function notifyFirstFactor(
  tx: DatabaseTransaction,
  { method, ...login }: Login & { readonly method: FirstFactor },
): Promise<void> {
  const { userId, visitor, now } = login;
  if (!(await hasSecondFactor(tx, userId))) return notifyLogin(tx, login);
  if (await isKnownDevice(tx, { userId, now, ...visitor })) return;
  const window = { key: `first-factor-message/${userId}`, windowMs: HOUR_MS, now };
  if ((await hitsSoFar(tx, window)) >= MESSAGES_PER_HOUR_MAX) return;
  await addHit(tx, window);
  const values = { ...placeOf(login), proof: PROOFS[method] };
  await deliver(tx, { userId, template: "first_factor_passed", values, now });
}

/** Notifies the user of a sign-in that is complete, whether with one factor or two. */
export async function notifyLogin(tx: DatabaseTransaction, login: Login): Promise<void> {
  const { events, userId, visitor, now } = login;
  const isKnown = await isKnownDevice(tx, { userId, now, ...visitor });
  if (!isKnown) events.note({ kind: "new_place", what: "sign_in", ip: visitor.ip });
  const novelty = isKnown ? "a device you have used before" : "a new device or place";
  const values = { ...placeOf(login), novelty };
  await deliver(tx, { userId, template: "new_login", values, now });
}

function placeOf({ visitor, now }: Login) {
  return { at: now.toISOString(), ip: visitor.ip, device: visitor.userAgent || "unknown" };
}
