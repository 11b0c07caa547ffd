/** Actors in the audit log that are not users. No user has these ids. */

/** A program of the operator that authenticates with the service key. */
export const SERVICE_ACTOR = "00000000-0000-4000-8000-000000000000";
/** The operator, who configures and starts the server. */
export const OPERATOR_ACTOR = "00000000-0000-4000-8000-000000000001";

/** Names shown in the audit log. */
export const ACTOR_NAMES: ReadonlyMap<string, string> = new Map([
  [SERVICE_ACTOR, "service key"],
  [OPERATOR_ACTOR, "operator"],
]);
