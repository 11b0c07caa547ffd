/** The outside things support works with; a use case names the ones it needs. */
import type { UsersDeps } from "#users";

export type SupportDeps = Pick<UsersDeps, "database" | "clock" | "bus" | "limits">;
