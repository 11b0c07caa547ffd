/** The outside things support works with; a use case names the ones it needs. */
import type { UsersParts } from "#users";

export type SupportParts = Pick<UsersParts, "database" | "clock" | "bus" | "limits">;
