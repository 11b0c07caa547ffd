/** Decisions over money need an administrator whose session was confirmed by a second factor. */
import type { Caller } from "#api-schema/route";
import { userRefusals } from "../refusals.ts";

/** Throws 403 `second_factor_required`. With a hosted sign-in service the level is the one of its token. */
export function requireSecondFactor({ aal }: Pick<Caller, "aal">): void {
  if (aal !== "aal2") throw userRefusals.second_factor_required();
}
