export { addPerson, preparePerson } from "./administrators/add-person.ts";
export { publishChange } from "./sessions/publish-change.ts";
export {
  ableAdministrators,
  publishToAdministrators,
  notifiedAdministratorIds,
} from "./administrators/administrator-ids.ts";
export {
  changePerson,
  requireLockedPerson,
  type PersonChange,
} from "./administrators/change-person.ts";
export { deletePerson, type DeletionRules } from "./administrators/delete-person.ts";
export { ensureFirstAdministrator } from "./administrators/ensure-first-administrator.ts";
export { countPeople, getPerson, listPeople, type Person } from "./administrators/list-people.ts";
export type { PeopleFilter } from "./administrators/people-search-table.ts";
export { findPeopleNamed } from "./administrators/find-people-by-text.ts";
export { findEmails, signUpsByDay, wasEver } from "./administrators/people-table.ts";
export { personAuthority } from "./administrators/person-authority.ts";
export { personProfile, sessionsOf, signInsOf } from "./administrators/person-profile.ts";
export {
  countAdministratorWrite,
  countMessageTo,
  requireAdministrator,
} from "./administrators/require-administrator.ts";
export { confirmRole } from "./administrators/confirm-role.ts";
export { makeResetLink, type ResetLink } from "./administrators/reset-link.ts";
export { listResetRequests, takeResetRequest } from "./mailed-links/reset-requests-table.ts";
export { removeSecondFactor } from "./administrators/remove-second-factor.ts";
export {
  callersAuthority,
  requireAuthority,
  requireSecondFactor,
} from "./administrators/require-authority.ts";
export { authPlugin, supabasePublicKey } from "./auth-api/plugin.ts";
export { deleteUnclaimed } from "./accounts/delete-unclaimed.ts";
export {
  deleteAnonymousAccounts,
  type AnonymousDeletionRules,
} from "./anonymous/delete-anonymous-accounts.ts";
export { ANONYMOUS_IDS, anonymousIdsSince } from "./anonymous/anonymous-accounts-table.ts";
export { accountRefusal, requireAccount } from "./anonymous/require-account.ts";
export { createUser } from "./people/create-user.ts";
export { defaultLimits, type AuthLimits } from "./rules/limits.ts";
export { openUsers } from "./open-users.ts";
export type { UsersDeps } from "./deps/users-deps.ts";
export type { Visitor } from "./deps/visitor.ts";
export { findDisabled, isDisabled, lockDisabledAmong } from "./people/is-disabled.ts";
export { ownerOfMiningName } from "./people/mining-names-table.ts";
export { isGone } from "./people/is-gone.ts";
export {
  hasSecondFactor,
  secondFactorKinds,
  withSecondFactor,
} from "./people/account-states-table.ts";
export { addHits, countHit } from "./rules/rate-counters-table.ts";
export { addNetworkHit, countNetworkHit } from "./rules/network-counters.ts";
export { usersRoutes } from "./routes.ts";
export { authenticate, bearerToken } from "./sessions/authenticate.ts";
export { identify } from "./sessions/identify.ts";
export { keysRoutes } from "./keys/key-routes.ts";
export { requireScope } from "./keys/require-scope.ts";
export { recheckCallers } from "./sessions/recheck-callers.ts";
export {
  checkSecurityCode,
  issueSecurityCode,
  rightGuesses,
  type SecondFactorDeps,
  type SecurityCodeResult,
  useSecurityCodes,
} from "./step-up/security-code.ts";
export { lockPersons, requirePerson } from "./people/require-person.ts";
export { recordProof } from "./proofs/proofs-table.ts";
export { hasFreshProof, requireStepUp } from "./proofs/require-step-up.ts";
export { endAllAccess } from "./service-key/end-all-access.ts";
export { ensureServiceKey, SERVICE_KEY_FILE } from "./service-key/service-key.ts";
export { sweepExpired } from "./sweep.ts";
export {
  lockWithdrawals,
  withdrawalLocksOf,
  withdrawalsLockedUntil,
} from "./people/withdrawals-lock.ts";
