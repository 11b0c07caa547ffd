import type { Handlers } from "#api/route";
import type { treasuryApi } from "#api/treasury";
import type { AdminDeps } from "../office/deps.ts";
import { fundFromTreasury } from "./fund-from-treasury.ts";
import { getTreasury } from "./get-treasury.ts";

export function treasuryRoutes(deps: AdminDeps): Handlers<typeof treasuryApi> {
  return {
    getTreasury: () => getTreasury(deps),
    fundFromTreasury: ({ caller, body, idempotency }) =>
      fundFromTreasury(deps, caller, { ...body, idempotency }),
  };
}
