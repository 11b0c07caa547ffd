export { addPerson, preparePerson } from "./administrators/add-person.ts";
export { announceChange } from "./administrators/announce-change.ts";
export { announceToAdministrators } from "./administrators/announce-to-administrators.ts";
export { changePerson, lockedPerson, type PersonChange } from "./administrators/change-person.ts";
export { deletePerson } from "./administrators/delete-person.ts";
export { ensureFirstAdministrator } from "./administrators/ensure-first-administrator.ts";
export { countPeople, getPerson, listPeople, type Person } from "./administrators/list-people.ts";
export type { PeopleFilter } from "./administrators/people-search-table.ts";
export { findPeopleNamed } from "./administrators/find-people-named.ts";
export { findEmails, signUpsByDay, wasEver } from "./administrators/people-table.ts";
export { personAuthority } from "./administrators/person-authority.ts";
export { personProfile, sessionsOf, signInsOf } from "./administrators/person-profile.ts";
export {
  ableAdministrators,
  countAdministratorWrite,
  countLetterTo,
  requireAdministrator,
  toldAdministratorIds,
} from "./administrators/require-administrator.ts";
export { confirmRole } from "./administrators/confirm-role.ts";
export { removeSecondFactor } from "./administrators/remove-second-factor.ts";
export {
  callersAuthority,
  requireAuthority,
  requireSecondFactor,
} from "./administrators/require-authority.ts";
export type { KeptElsewhere } from "./auth/admin/kept-elsewhere.ts";
export { authPlugin } from "./auth/plugin.ts";
export { createUser } from "./create-user.ts";
export { defaultLimits, type AuthLimits } from "./limits.ts";
export { openUsers } from "./open-users.ts";
export type { UsersParts, Visitor } from "./parts.ts";
export { hasSecondFactor } from "./factors/factors-table.ts";
export { supabasePublicKey } from "./public-key.ts";
export { addHit, countHit, hitsSoFar } from "./rate-counters-table.ts";
export { usersRoutes } from "./routes.ts";
export { authenticate, bearerToken } from "./sessions/authenticate.ts";
export { recheckCallers } from "./sessions/recheck-callers.ts";
export {
  checkSecurityCode,
  issueSecurityCode,
  type SecondFactorParts,
  type SecurityCodeResult,
} from "./security-code.ts";
export { requirePerson } from "./require-person.ts";
export { requireStepUp } from "./step-up/require-step-up.ts";
export { ensureServiceKey, SERVICE_KEY_FILE } from "./service-key/service-key.ts";
export { sweepExpired } from "./sweep.ts";
export { lockWithdrawals, withdrawalsLockedUntil } from "./withdrawals-lock.ts";
