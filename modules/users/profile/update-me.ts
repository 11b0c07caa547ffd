/**
 * Changes the name, the phone number for SMS alerts, the mining name, and whether the first steps
 * are shown. Fields missing from the request stay unchanged.
 */
import { profileLimits } from "#api/limits";
import type { Caller } from "#api/route";
import { deliver, savePhone } from "#notifications";
import { sqlState, type Bus, type Clock, type Database, type DatabaseTransaction } from "#platform";
import type { AuthorityDeps } from "../administrators/require-authority.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { countMiningNames } from "../people/mining-names-table.ts";
import { findProfile, lockProfile, updateProfile } from "../people/profiles-table.ts";
import { mergeUserMetadata } from "../people/users-table.ts";
import { requireSession } from "../proofs/require-session.ts";
import { requireStepUp } from "../proofs/require-step-up.ts";
import { userRefusals } from "../rules/refusals.ts";
import { getMe } from "./get-me.ts";
import type { FindMe } from "./me-table.ts";

interface Deps extends AuthorityDeps, Pick<UsersDeps, "hosted"> {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly findMe: FindMe;
}

export interface ProfileChange {
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly miningName?: string | undefined;
  readonly skipsFirstSteps?: boolean | undefined;
}

const UNIQUE_VIOLATION = "23505";
const MINING_NAMES_MAX = 20;

export async function updateMe(
  deps: Deps,
  caller: Caller,
  change: ProfileChange,
  { ip }: Pick<Visitor, "ip">,
) {
  const { userId } = caller;
  const name = change.name === undefined ? undefined : asName(change.name);
  const miningName = change.miningName === undefined ? undefined : asMiningName(change.miningName);
  const smsPhone = change.phone === undefined ? undefined : asPhone(change.phone);
  if (smsPhone !== undefined) await requireOwner(deps, caller, smsPhone);
  let isNotified = false;
  try {
    await deps.database.transaction(async (tx) => {
      await requireSession(tx, deps, caller);
      const profile = await lockProfile(tx, userId);
      if (!profile) throw userRefusals.session_ended();
      if (name !== undefined)
        await mergeUserMetadata(tx, { userId, metadata: { name }, now: deps.clock.now() });
      if (miningName !== undefined) await requireFewNames(tx, userId, miningName);
      await updateProfile(tx, {
        userId,
        miningName: miningName ?? profile.miningName,
        smsPhone: smsPhone === undefined ? profile.smsPhone : smsPhone,
        skipsFirstSteps: change.skipsFirstSteps ?? profile.skipsFirstSteps,
      });
      if (smsPhone === undefined || smsPhone === profile.smsPhone) return;
      const numbers = { oldPhone: profile.smsPhone, newPhone: smsPhone };
      await notifyPhone(tx, { userId, ...numbers, ip, now: deps.clock.now() });
      await savePhone(tx, { userId, phone: smsPhone });
      isNotified = true;
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw userRefusals.mining_name_taken();
    throw error;
  }
  deps.bus.publish("me", { userId, what: "profile" });
  if (isNotified) deps.bus.publish("me", { userId, what: "mailbox" });
  return getMe(deps, caller);
}

async function requireFewNames(
  tx: DatabaseTransaction,
  userId: string,
  miningName: string,
): Promise<void> {
  const others = await countMiningNames(tx, userId, miningName);
  if (others >= MINING_NAMES_MAX)
    throw userRefusals.mining_names_used_up({ most: String(MINING_NAMES_MAX) });
}

interface PhoneChange {
  readonly userId: string;
  readonly oldPhone: string | null;
  readonly newPhone: string | null;
  readonly ip: string;
  readonly now: Date;
}

/**
 * Notifies the user that the phone number is about to change. Runs before the change, so that the
 * SMS goes to the old number. The message contains no complete number, because an attacker may be
 * able to read the mailbox.
 */
async function notifyPhone(tx: DatabaseTransaction, change: PhoneChange): Promise<void> {
  const { userId, oldPhone, newPhone, ip, now } = change;
  const numbers = { oldPhone: endOf(oldPhone), newPhone: endOf(newPhone) };
  const values = { at: now.toISOString(), ip, ...numbers };
  await deliver(tx, { userId, template: "phone_changed", values, now });
}

function endOf(phone: string | null): string {
  return phone === null ? "no number" : `the number that ends in ${phone.slice(-3)}`;
}

/**
 * Requires recent re-authentication to change the number, because codes and warnings are sent to
 * it.
 */
async function requireOwner(deps: Deps, caller: Caller, smsPhone: string | null): Promise<void> {
  const profile = await findProfile(deps.database, caller.userId);
  if (profile?.smsPhone !== smsPhone) await requireStepUp(deps, caller);
}

function asMiningName(text: string): string {
  if (!profileLimits.miningNamePattern.test(text)) throw userRefusals.invalid_mining_name();
  return text;
}

/**
 * Returns the number as a plus sign and digits, the format that SMS gateways expect. An empty text
 * removes the number.
 */
function asPhone(text: string | null): string | null {
  if (text !== null && profileLimits.phoneTrunkZero.test(text)) throw userRefusals.invalid_phone();
  const digits = (text ?? "").replace(profileLimits.phoneFiller, "");
  if (digits === "") return null;
  if (!profileLimits.phonePattern.test(digits)) throw userRefusals.invalid_phone();
  return digits.startsWith("+") ? digits : `+${digits}`;
}

/**
 * Removes control and direction characters, which could make the name look like other text in a
 * message or a list.
 */
function asName(text: string): string {
  if (!text.isWellFormed() || !profileLimits.namePattern.test(text))
    throw userRefusals.invalid_name();
  return text;
}
