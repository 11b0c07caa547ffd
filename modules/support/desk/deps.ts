import type { UsersDeps } from "#users";

export type SupportDeps = Pick<UsersDeps, "database" | "clock" | "bus" | "limits">;
