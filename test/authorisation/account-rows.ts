/** Defines who may access a user's own account, messages and history. */
import type { RouteName } from "../../api/paths.ts";
import { forAll, ownerOnly, signedIn, type Row } from "./row.ts";

export const accountRows = {
  getMe: signedIn(200),
  updateMe: signedIn(200, () => ({ body: { name: "Somebody" } })),
  getNotificationSettings: signedIn(200),
  putNotificationSettings: signedIn(200, () => ({
    body: {
      login: true,
      withdrawal: true,
      deposit: true,
      promotions: false,
      smsLogin: false,
      smsWithdrawal: false,
    },
  })),
  changeNotificationSettings: signedIn(200, () => ({ body: { promotions: true } })),
  listSessions: signedIn(200),
  endSession: ownerOnly(200, ({ sessionId }) => ({ sessionId })),
  listLoginHistory: signedIn(200),
  // The server responds to an unknown key and to another user's key as if the key had never been
  // used.
  getRequest: {
    ...signedIn(200, () => ({
      params: { route: "createWithdrawal", key: "3f8f7c6e-0b7e-4f9e-9d43-0d6a5a9d7c11" },
    })),
    stranger: "nobody owns it",
  },
  renewProof: signedIn(422, () => ({ body: { password: "not the password" } })),
  getSecondFactor: signedIn(200),
  // Only users with two-factor authentication have recovery codes.
  makeRecoveryCodes: { ...signedIn(409), administratorWithFactor: 200 },
  lookAtLink: forAll(404, () => ({ body: { tokenHash: "no-such-token" } })),
  claimAdministrator: signedIn(403, () => ({ body: { token: "not-the-link" } })),
  listKeys: signedIn(200),
  makeKey: signedIn(422, () => ({
    body: { name: "A program", scopes: ["read"], networks: ["nowhere"] },
  })),
  revokeKey: ownerOnly(200, ({ keyId }) => ({ keyId })),
  listOwnAudit: signedIn(200),
  listAuditLinks: signedIn(200),
  listMailbox: signedIn(200),
  getMessage: ownerOnly(200, ({ messageId }) => ({ messageId })),
  readMessage: ownerOnly(200, ({ messageId }) => ({ messageId })),
  listEntries: signedIn(200),
  listEvents: signedIn(200),
  exportEntries: signedIn(200),
  listOwnAdjustments: signedIn(200),
} satisfies Partial<Record<RouteName, Row>>;
