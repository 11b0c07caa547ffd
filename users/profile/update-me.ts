/** Changes name, phone for SMS alerts and mining name; what is not given stays. */
import { profileLimits } from "#api-schema/limits";
import type { Caller } from "#api-schema/route";
import { savePhone } from "#notifications";
import { sqlState, type Bus, type Clock, type Database } from "#platform";
import type { AuthorityParts } from "../administrators/require-authority.ts";
import { userRefusals } from "../refusals.ts";
import { requireStepUp } from "../step-up/require-step-up.ts";
import { mergeUserMetadata } from "../users-table.ts";
import { getMe, type PendingSatsOf } from "./get-me.ts";
import { findProfile, lockProfile, updateProfile } from "./profiles-table.ts";

interface Parts extends AuthorityParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly pendingSatsOf: PendingSatsOf;
}

export interface ProfileChange {
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly miningName?: string | undefined;
}

const UNIQUE_VIOLATION = "23505";

export async function updateMe(parts: Parts, caller: Caller, change: ProfileChange) {
  const { userId } = caller;
  const name = change.name === undefined ? undefined : asName(change.name);
  const miningName = change.miningName === undefined ? undefined : asMiningName(change.miningName);
  const smsPhone = change.phone === undefined ? undefined : asPhone(change.phone);
  if (smsPhone !== undefined) await requireOwner(parts, caller, smsPhone);
  try {
    await parts.database.transaction(async (tx) => {
      const profile = await lockProfile(tx, userId);
      if (!profile) throw userRefusals.session_ended();
      if (name !== undefined)
        await mergeUserMetadata(tx, { userId, metadata: { name }, now: parts.clock.now() });
      await updateProfile(tx, {
        userId,
        miningName: miningName ?? profile.miningName,
        smsPhone: smsPhone === undefined ? profile.smsPhone : smsPhone,
      });
      if (smsPhone !== undefined) await savePhone(tx, { userId, phone: smsPhone });
    });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw userRefusals.mining_name_taken();
    throw error;
  }
  parts.bus.publish("me", { userId, what: "profile" });
  return getMe(parts, caller);
}

/** Codes and warnings go to the number: whoever changes it proves first that it is his. */
async function requireOwner(parts: Parts, caller: Caller, smsPhone: string | null): Promise<void> {
  const profile = await findProfile(parts.database, caller.userId);
  if (profile?.smsPhone !== smsPhone) await requireStepUp(parts, caller);
}

function asMiningName(text: string): string {
  if (!profileLimits.miningNamePattern.test(text)) throw userRefusals.invalid_mining_name();
  return text;
}

/** `+` and digits, as SMS gateways want it. Empty takes the number away. */
function asPhone(text: string | null): string | null {
  const digits = (text ?? "").replace(profileLimits.phoneFiller, "");
  if (digits === "") return null;
  if (!profileLimits.phonePattern.test(digits)) throw userRefusals.invalid_phone();
  return digits.startsWith("+") ? digits : `+${digits}`;
}

/** Control and direction characters would let a name pass for other text in a letter or a list. */
function asName(text: string): string {
  if (!text.isWellFormed() || !profileLimits.namePattern.test(text))
    throw userRefusals.invalid_name();
  return text;
}
