/** Tells every administrator's open pages that what waits for them changed. After the commit. */
import type { MeChange } from "#platform";
import type { UsersParts } from "../parts.ts";
import { administratorIds } from "./require-administrator.ts";

/** `owner`: whose it is; he hears of it as well, once. */
export async function announceToAdministrators(
  { database, bus, clock }: Pick<UsersParts, "database" | "bus" | "clock">,
  { what, owner }: { readonly what: MeChange; readonly owner?: string },
): Promise<void> {
  const administrators = await administratorIds(database, clock.now());
  for (const userId of new Set([...(owner === undefined ? [] : [owner]), ...administrators]))
    bus.publish("me", { userId, what });
}
