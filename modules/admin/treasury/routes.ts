/** The treasury over HTTP. */
import type { Handlers } from "#api/route";
import type { treasuryApi } from "#api/treasury";
import type { AdminParts } from "../office/parts.ts";
import { fundFromTreasury } from "./fund-from-treasury.ts";
import { getTreasury } from "./get-treasury.ts";

export function treasuryRoutes(parts: AdminParts): Handlers<typeof treasuryApi> {
  return {
    getTreasury: () => getTreasury(parts),
    fundFromTreasury: ({ caller, body, idempotency }) =>
      fundFromTreasury(parts, caller, { ...body, idempotency }),
  };
}
