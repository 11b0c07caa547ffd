/** A person says which e-mail and SMS to be sent; the own open pages hear of it. */
import { savePreferences } from "#notifications";
import type { UsersDeps } from "../deps/users-deps.ts";

type Preferences = Parameters<typeof savePreferences>[1]["preferences"];

/** Returns what holds now. */
export async function changeNotices(
  { database, bus }: Pick<UsersDeps, "database" | "bus">,
  userId: string,
  preferences: Preferences,
) {
  const saved = await savePreferences(database, { userId, preferences });
  bus.publish("me", { userId, what: "profile" });
  return saved;
}
