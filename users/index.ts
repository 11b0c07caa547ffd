export {
  ensureFirstAdministrator,
  type FirstAdministrator,
} from "./administrators/ensure-first-administrator.ts";
export { authPlugin } from "./auth/plugin.ts";
export { createUser, type NewUser } from "./create-user.ts";
export { defaultLimits, type AuthLimits } from "./limits.ts";
export { openUsers } from "./open-users.ts";
export type { UsersParts, UsersSetup } from "./parts.ts";
export { findUserIdByMiningName } from "./profile/profiles-table.ts";
export { supabasePublicKey } from "./public-key.ts";
export { usersRoutes, type UsersRoutesParts } from "./routes.ts";
export { authenticate, bearerToken } from "./sessions/authenticate.ts";
export {
  checkSecurityCode,
  issueSecurityCode,
  type SecurityCode,
  type SecurityCodeRequest,
  type SecurityCodeResult,
} from "./security-code.ts";
export { sweepExpired } from "./sweep.ts";
