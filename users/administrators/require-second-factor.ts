/** Decisions over money are for administrators whose session proved a second factor. */
import type { Caller } from "#api-schema/route";
import { userRefusals } from "../refusals.ts";

/** Throws 403 `second_factor_required`. */
export function requireSecondFactor({ aal }: Pick<Caller, "aal">): void {
  if (aal !== "aal2") throw userRefusals.second_factor_required();
}
