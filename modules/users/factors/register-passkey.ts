/**
 * Registers a new passkey. The passkey is a second factor, and its owner can also sign in with it
 * instead of a password. Until the owner renames it, the passkey has the device's name.
 */
import { deviceText } from "#api/device-text";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import type { Attestation } from "#api/passkey";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../sessions/open-session.ts";
import { challengeFactor } from "./challenge-factor.ts";
import { beginEnrolment } from "./enroll-factor.ts";
import { factorOfChallenge, type FactorRow } from "./factors-table.ts";
import { requireFactor } from "./require-factor.ts";
import { verifyFactor } from "./verify-factor.ts";

/** Starts the registration. Chooses an unused name if the request contains none. */
export function enrollPasskey(
  deps: UsersDeps,
  signedIn: OpenedSession,
  { friendlyName, visitor }: { readonly friendlyName?: string; readonly visitor: Visitor },
): Promise<FactorRow> {
  const chooseName = (others: readonly FactorRow[]) =>
    friendlyName || freeName(deviceText(visitor.userAgent), others);
  return beginEnrolment(deps, signedIn, {
    type: "webauthn",
    named: chooseName,
    sealed: () => null,
  });
}

export async function startRegistration(
  deps: UsersDeps,
  signedIn: OpenedSession,
  visitor: Visitor,
) {
  const factor = await enrollPasskey(deps, signedIn, { visitor });
  return challengeFactor(deps, signedIn, factor.id, visitor);
}

/**
 * Finishes the registration. Raises the session to aal2. Tokens that the session received earlier
 * are also treated as aal2 until the client refreshes.
 */
export async function finishRegistration(
  deps: UsersDeps,
  signedIn: OpenedSession,
  { challengeId, attestation }: { readonly challengeId: string; readonly attestation: Attestation },
  visitor: Visitor,
): Promise<FactorRow> {
  const { database } = deps;
  const userId = signedIn.user.id;
  const factorId = await factorOfChallenge(database, { challengeId, userId });
  if (factorId === undefined)
    throw new SignInRefusal("webauthn_challenge_not_found", { event: "enrolment_passkey_wrong" });
  const answer = { factorId, challengeId, proof: { attestation }, isNotifiedSession: false };
  await verifyFactor(deps, signedIn, answer, visitor);
  return requireFactor(database, { userId, factorId });
}

function freeName(device: string, others: readonly FactorRow[]): string {
  const usedNames = new Set(others.map(({ friendly_name: name }) => name));
  let name = device;
  for (let count = 2; usedNames.has(name); count += 1) name = `${device} ${count}`;
  return name;
}
