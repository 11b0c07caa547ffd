/** Dependencies of the support module. A use case picks the ones it needs. */
import type { UsersDeps } from "#users";

export type SupportDeps = Pick<UsersDeps, "database" | "clock" | "bus" | "limits">;
