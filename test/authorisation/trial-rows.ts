/**
 * The column of people who try without an account: which routes refuse them. What is written here
 * is compared with what the server does, not with what it declares.
 */
import type { RouteName } from "../../api/paths.ts";
import type { Row } from "./row.ts";

const WANTS_ACCOUNT: readonly RouteName[] = [
  "sendWithdrawalCode",
  "createWithdrawal",
  "bumpWithdrawal",
  "makeConnectionChallenge",
  "saveConnection",
  "setAddressLock",
  "sendChatMessage",
  "adoptVisitorChat",
  "createTicket",
  "replyToTicket",
  "makeKey",
  "revokeKey",
  "renewProof",
  "claimAdministrator",
];

/** Routes of the sign-in service that want a proof or an address, which an anonymous user lacks. */
const WANTS_PROOF: readonly string[] = [
  "POST /auth/v1/passkeys/registration/options",
  "GET /auth/v1/reauthenticate",
];

/**
 * Somebody who tries, with the owner's ids: as any other user, but for what wants an account.
 * `name`: of the API; undefined for any other route.
 */
export function trialStatus(
  route: string,
  name: RouteName | undefined,
  { user, stranger }: Row,
): number {
  if (name !== undefined && WANTS_ACCOUNT.includes(name)) return 403;
  if (WANTS_PROOF.includes(route)) return 400;
  return typeof stranger === "number" ? stranger : user;
}
