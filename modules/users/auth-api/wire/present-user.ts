/** Presents a user in the format of Supabase Auth, which leaves out missing times. */
import type { FactorRow } from "../../factors/factors-table.ts";
import { shownAddress } from "../../people/no-address.ts";
import type { IdentityRow, JsonObject, UserRow } from "../../people/users-table.ts";

export interface UserJson {
  readonly id: string;
  readonly email: string;
  readonly app_metadata: JsonObject;
  readonly user_metadata: JsonObject;
  readonly [key: string]: unknown;
}

export function presentUser(
  user: UserRow,
  identities: readonly IdentityRow[],
  factors: readonly FactorRow[],
): UserJson {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: shownAddress(user.email),
    ...stamp("email_confirmed_at", user.email_confirmed_at),
    phone: user.phone ?? "",
    ...stamp("confirmed_at", user.email_confirmed_at),
    ...stamp("confirmation_sent_at", user.confirmation_sent_at),
    ...stamp("recovery_sent_at", user.recovery_sent_at),
    ...stamp("reauthentication_sent_at", user.reauthentication_sent_at),
    ...stamp("invited_at", user.invited_at),
    ...pendingEmail(user),
    ...stamp("last_sign_in_at", user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: identities.map(presentIdentity),
    ...(factors.length === 0 ? {} : { factors: factors.map(presentFactor) }),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    ...stamp("banned_until", user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

/**
 * Returns the pending address change. `email_change_confirm_status` is 0 if neither side has
 * confirmed, 1 if the old address has, and 2 if the new address has.
 */
function pendingEmail(user: UserRow): JsonObject {
  if (user.email_change === null) return {};
  return {
    new_email: user.email_change,
    email_change_confirm_status: user.email_change_confirm_status,
    ...stamp("email_change_sent_at", user.email_change_sent_at),
  };
}

function presentIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...stamp("last_sign_in_at", identity.last_sign_in_at),
    created_at: identity.created_at.toISOString(),
    updated_at: identity.updated_at.toISOString(),
    email: identity.identity_data["email"] ?? "",
  };
}

/** Returns a factor in the format of a user's `factors` list. */
export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name === "" ? {} : { friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    ...(factor.last_challenged_at
      ? { last_challenged_at: factor.last_challenged_at.toISOString() }
      : {}),
  };
}

function stamp(name: string, at: Date | null): Record<string, string> {
  return at ? { [name]: at.toISOString() } : {};
}
