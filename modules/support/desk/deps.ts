/** Dependencies of the support module. Each use case picks the dependencies it needs. */
import type { UsersDeps } from "#users";

export type SupportDeps = Pick<UsersDeps, "database" | "clock" | "bus" | "limits">;
