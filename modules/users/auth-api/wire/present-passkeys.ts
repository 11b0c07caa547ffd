/**
 * Presents passkeys in the format of Supabase Auth, to their owner and to the operator's program.
 */
import type { FactorRow } from "../../factors/factors-table.ts";
import { requireFactor } from "../../factors/require-factor.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import { findPasskeys } from "../../passkeys/passkeys-table.ts";
import { SignInRefusal } from "../../rules/sign-in-refusal.ts";

export async function listPasskeys({ database }: UsersDeps, userId: string) {
  const passkeys = await findPasskeys(database, userId);
  return passkeys.map(({ factor_id: id, last_used_at: lastUse, ...passkey }) => ({
    ...presentPasskey({ ...passkey, id }),
    ...(lastUse ? { last_used_at: lastUse.toISOString() } : {}),
  }));
}

/**
 * Returns the passkey. Throws 404 `mfa_factor_not_found` if the factor does not exist or is not a
 * passkey.
 */
export async function requirePasskey(
  { database }: UsersDeps,
  userId: string,
  factorId: string,
): Promise<void> {
  const factor = await requireFactor(database, { userId, factorId });
  if (factor.factor_type !== "webauthn") throw new SignInRefusal("mfa_factor_not_found");
}

export function presentPasskey(passkey: Pick<FactorRow, "id" | "friendly_name" | "created_at">) {
  return {
    id: passkey.id,
    friendly_name: passkey.friendly_name,
    created_at: passkey.created_at.toISOString(),
  };
}
