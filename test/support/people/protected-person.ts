/** Creates users with an authenticator, on an installation whose clock the test moves. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { supabasePublicKey } from "#users";
import { enrol, prove, type Authenticator } from "./authenticator.ts";
import { signIn, type Person } from "./person.ts";
import { SECOND, type InstallationInTime, type TravelClock } from "../servers/time-travel.ts";

export const MINUTE = 60 * SECOND;

/** A user with an authenticator. `keeper` is the client of a session that has verified a code. */
export interface Protected {
  readonly email: string;
  readonly password: string;
  readonly verified: Person;
  readonly app: Authenticator;
}

export async function protectAt(clock: TravelClock, keeper: Person): Promise<Protected> {
  const app = await enrol(keeper.auth, "Phone");
  await prove(keeper.auth, app, clock.now());
  clock.advance(2 * MINUTE);
  return { email: keeper.email, password: keeper.password, verified: keeper, app };
}

/** Opens a new session at aal2 with the user's password and a code. */
export async function signInWithCodeAt(
  {
    installation,
    clock,
  }: { readonly installation: InstallationInTime; readonly clock: TravelClock },
  { email, password, app }: Protected,
): Promise<Person> {
  clock.advance(2 * MINUTE);
  const person = await signIn(installation.url(), email, password);
  await prove(person.auth, app, clock.now());
  return person;
}

/** Returns the official client, which keeps its session in memory. */
export function clientOf(
  installation: InstallationInTime,
  flowType: "implicit" | "pkce" = "implicit",
): SupabaseClient {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  return createClient(installation.url(), supabasePublicKey, {
    auth: { autoRefreshToken: false, detectSessionInUrl: false, flowType, storage },
  });
}
