/**
 * Changes which e-mails and text messages (SMS) a user receives, and updates the user's open pages.
 */
import { savePreferences } from "#notifications";
import type { UsersDeps } from "../deps/users-deps.ts";

type Preferences = Parameters<typeof savePreferences>[1]["preferences"];

export async function changeNotices(
  { database, bus }: Pick<UsersDeps, "database" | "bus">,
  userId: string,
  preferences: Preferences,
) {
  const saved = await savePreferences(database, { userId, preferences });
  bus.publish("me", { userId, what: "profile" });
  return saved;
}
