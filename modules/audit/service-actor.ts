/** Who acts in the audit log when no signed-in person does: nobody has these ids. */

/** A program of the operator, with the service key. */
export const SERVICE_ACTOR = "00000000-0000-4000-8000-000000000000";
/** Who starts the server, with its settings. */
export const OPERATOR_ACTOR = "00000000-0000-4000-8000-000000000001";

/** As the audit log names them. */
export const ACTOR_NAMES: ReadonlyMap<string, string> = new Map([
  [SERVICE_ACTOR, "service key"],
  [OPERATOR_ACTOR, "operator"],
]);
