/**
 * Simulates an authenticator app. It enrols through the official client and computes the codes for
 * any time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openMasterKey } from "#platform";
import { defaultLimits, type SecondFactorDeps } from "#users";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import type { TravelClock } from "../servers/time-travel.ts";

/**
 * Returns dependencies for code that never checks an authenticator code. Their master key is
 * deleted immediately, because it is never needed.
 */
export function secondFactorForTests(): SecondFactorDeps {
  const dataDir = mkdtempSync(join(tmpdir(), "hashfloor-codes-"));
  const masterKey = openMasterKey(dataDir);
  rmSync(dataDir, { recursive: true });
  return { limits: defaultLimits, masterKey, relyingParty: undefined };
}

const STEP_MS = 30_000;
const POLL_MS = 250;
/** Maximum time from generating a code until it arrives at the server, on a busy machine. */
const TYPING_MS = 25_000;

export interface Authenticator {
  readonly factorId: string;
  readonly secret: string;
  /** Returns an unused code that the server accepts now. This may take up to 30 seconds. */
  freshCode(): Promise<string>;
  /**
   * Returns the code for the time step that contains `at`, or for the step that is `steps` later.
   */
  codeAt(at: Date, steps?: number): string;
}

export function authenticatorOf(factorId: string, secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let lastStep = 0;
  return {
    factorId,
    secret,
    async freshCode() {
      const now = () => Math.floor(Date.now() / STEP_MS);
      // The server also accepts the previous time step's code, so include it if it will still be
      // valid when it arrives.
      const oldest = Math.floor((Date.now() + TYPING_MS) / STEP_MS) - 1;
      lastStep = Math.max(lastStep + 1, oldest);
      while (lastStep > now() + 1) await sleep(POLL_MS);
      return totp.generate({ timestamp: lastStep * STEP_MS });
    },
    codeAt: (at, steps = 0) => totp.generate({ timestamp: at.getTime() + steps * STEP_MS }),
  };
}

/**
 * Moves the clock to the start of the next time step. All codes requested within the next half
 * minute then belong to this step.
 */
export function toNextStep(clock: TravelClock): void {
  clock.advance(STEP_MS - (clock.now().getTime() % STEP_MS));
}

/** Begins an enrolment. The factor is active once its code has been verified. */
export async function enrol(auth: SupabaseClient["auth"], name?: string): Promise<Authenticator> {
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    ...(name === undefined ? {} : { friendlyName: name }),
  });
  if (error) throw error;
  return authenticatorOf(data.id, data.totp.secret);
}

/**
 * Verifies the current time step's code, or that of the step that is `steps` later. Throws the
 * sign-in service's error.
 */
export async function prove(
  auth: SupabaseClient["auth"],
  authenticator: Authenticator,
  at: Date,
  steps = 0,
): Promise<void> {
  const { factorId } = authenticator;
  const code = authenticator.codeAt(at, steps);
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
}
