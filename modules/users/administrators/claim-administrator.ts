/**
 * Exchanges the one-time set-up link for the administrator role. Possible only while there is no
 * administrator.
 */
import type { Caller } from "#api/route";
import { deliver } from "#notifications";
import type { UsersDeps } from "../deps/users-deps.ts";
import { userRefusals } from "../rules/refusals.ts";
import { recordFirstAdministrator } from "./record-first-administrator.ts";
import {
  hasAdministrator,
  insertAdministrator,
  lockAdministrators,
  takeSetupToken,
} from "./setup-table.ts";

type Deps = Pick<UsersDeps, "bus" | "callerCache" | "clock" | "database">;

/** Grants the role to the caller. Throws 403 `setup_link_invalid`. */
export async function claimAdministrator(
  { database, clock, bus, callerCache }: Deps,
  { userId }: Caller,
  { token }: { readonly token: string },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lockAdministrators(tx);
    const isRight = await takeSetupToken(tx, { token, now });
    if (!isRight || (await hasAdministrator(tx))) throw userRefusals.setup_link_invalid();
    await insertAdministrator(tx, { userId, now });
    const values = { at: now.toISOString() };
    await deliver(tx, { userId, template: "administrator_added", values, now });
    await recordFirstAdministrator(tx, { userId, by: "link", at: now });
  });
  callerCache.dropUser(userId);
  bus.publish("me", { userId, what: "profile" });
  bus.publish("me", { userId, what: "mailbox" });
}
