/**
 * Readable names for security events, which are refusal codes and administrator routes. The tooltip
 * shows the raw name that is used in the log and in /metrics.
 */
import type { adminApi } from "../../../api/admin.ts";
import type { adminApprovalsApi } from "../../../api/admin-approvals.ts";
import type { chatApi } from "../../../api/chat.ts";
import type { Api } from "../../../api/route.ts";
import type { supportApi } from "../../../api/support.ts";

type ShowingPeople<A extends Api> = {
  [Name in keyof A]: A[Name] extends { readonly auth: "admin" }
    ? A[Name] extends { readonly showsNobody: true }
      ? never
      : Name
    : never;
}[keyof A];

type RouteName = ShowingPeople<
  typeof adminApi & typeof adminApprovalsApi & typeof chatApi & typeof supportApi
>;

const ROUTES: Readonly<Partial<Record<RouteName, string>>> = {
  getTreasury: "Treasury",
  fundFromTreasury: "Moved house money to a fund",
  getSiteSettings: "Site settings",
  setReferenceValues: "Set reference values",
  setEarnRate: "Set an earn rate",
  setTerms: "Set prices or terms",
  setBanner: "Set the announcement",
  getHistorySeries: "Price history",
  addHistoryDays: "Added days to the price history",
  getPerson: "User page",
  listPersonEntries: "Statement of a user",
  listPersonSessions: "Sessions of a user",
  listPersonSignIns: "Sign-ins of a user",
  listPersonHoldings: "Holdings of a user",
  listPersonWithdrawals: "Withdrawals of a user",
  listPersonDeposits: "Deposits of a user",
  listPersonWorkers: "Workers of a user",
  listPersonTickets: "Tickets of a user",
  listPersonAudit: "Audit entries of a user",
  listAudit: "Audit log",
  getAuditHead: "Newest audit entry",
  checkAudit: "Audit check",
  getAdminPool: "Pool connections",
  endPoolConnections: "Ended pool connections",
  getOperations: "Operations page",
  getCold: "Cold wallet",
  proposeColdDescriptor: "Proposed a cold descriptor",
  approveColdDescriptor: "Set a cold descriptor",
  rejectColdDescriptor: "Rejected a cold descriptor",
  proposeColdReturn: "Proposed a return from the cold wallet",
  approveColdReturn: "Approved a return from the cold wallet",
  cancelColdReturn: "Cancelled a return from the cold wallet",
  importColdReturn: "Imported a return from the cold wallet",
  getColdProof: "Proof of the cold wallet",
  addColdProof: "Added signatures of the cold wallet",
  getSecurity: "Security page",
  listResetRequests: "Password requests",
  approveResetRequest: "Created a password reset link",
  rejectResetRequest: "Closed a password request",
  letPayGoOn: "Resumed pay",
  listPeople: "List of users",
  addPerson: "Added a user",
  changePerson: "Changed a user",
  confirmRole: "Confirmed a role",
  removeSecondFactor: "Removed a second factor",
  writeToPerson: "Sent an e-mail to a user",
  announceNews: "Sent news",
  listNews: "List of news",
  stopNews: "Stopped sending news",
  deletePerson: "Deleted a user",
  listWithdrawalQueue: "Withdrawal queue",
  approveWithdrawal: "Approved a withdrawal",
  rejectWithdrawal: "Rejected a withdrawal",
  getHouseBumpOffer: "Offer for a higher fee",
  bumpWithdrawalForHouse: "Raised a withdrawal's fee",
  getStuckOffer: "Offer for a stuck payment",
  bringInByChild: "Sped up a payment with CPFP",
  giveUpPayment: "Abandoned a payment",
  getRecovery: "Payments after a restore",
  resumePayments: "Resumed payments",
  listAdjustments: "List of adjustments",
  proposeAdjustment: "Proposed an adjustment",
  approveAdjustment: "Approved an adjustment",
  rejectAdjustment: "Rejected an adjustment",
  listDeskChats: "List of chats",
  getDeskChat: "Chat of a user",
  answerChat: "Answered a chat",
  readDeskChat: "Read a chat",
  typeInDeskChat: "Typed in a chat",
  listInbox: "Support inbox",
  getDeskTicket: "Ticket of a user",
  listDeskTickets: "List of tickets",
  answerTicket: "Answered a ticket",
};

const CODES: Readonly<Record<string, string>> = {
  account_disabled: "Disabled account",
  account_needed: "Anonymous user without an account",
  authority_unconfirmed: "Administrator not confirmed yet",
  authority_waiting: "Administrator in the waiting period",
  bad_code_verifier: "Wrong code verifier",
  bad_jwt: "Invalid access token",
  code_used: "Code used twice",
  enrolment_code_used: "Code used twice",
  enrolment_code_wrong: "Wrong code",
  enrolment_passkey_wrong: "Passkey not verified",
  flow_state_not_found: "Unknown sign-in code",
  insufficient_aal: "Second factor missing",
  invalid_credentials: "Wrong e-mail or password",
  key_expired: "Expired key",
  key_only_to_verified: "Key limited to verified addresses",
  key_other_network: "Key used from another network",
  key_unknown: "Unknown key",
  link_not_found: "Unknown link",
  mfa_verification_failed: "Wrong second factor",
  no_authorization: "No access token",
  not_admin: "Not an administrator",
  not_for_keys: "Not allowed for keys",
  not_signed_in: "Not signed in",
  otp_expired: "Invalid or expired code or link",
  over_email_send_rate_limit: "Too many messages",
  over_request_rate_limit: "Too many requests",
  reauthentication_not_valid: "Wrong security code",
  refresh_token_already_used: "Refresh token used twice",
  refresh_token_not_found: "Unknown refresh token",
  second_factor_required: "Administrator without a second factor",
  session_ended: "Ended session",
  session_not_found: "Ended session",
  setup_link_invalid: "Invalid setup link",
  sign_in: "Login",
  step_up_required: "Identity proof older than ten minutes",
  token_expired: "Expired access token",
  token_forged: "Forged access token",
  too_many_requests: "Too many requests",
  unknown_host: "Unknown host name",
  user_banned: "Disabled account",
  user_not_found: "Deleted account",
  webauthn_challenge_not_found: "Unknown passkey request",
  webauthn_verification_failed: "Passkey not verified",
  wrong_code: "Wrong code",
  wrong_password: "Wrong password",
};

/**
 * Returns the readable name of an event. Unlisted names are derived from the code:
 * `order_too_small` becomes "Order too small".
 */
export function whatWords(what: string): string {
  if (Object.hasOwn(CODES, what)) return CODES[what] ?? what;
  if (Object.hasOwn(ROUTES, what)) return ROUTES[what as RouteName] ?? what;
  const spaced = what
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
