/**
 * Routes for addresses that users have verified with a signed message. Verifying an address
 * requires no recovery phrase or private key.
 */
import { z } from "zod";
import { connectionLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time } from "./values.ts";

/** Tool with which the user signed the message. */
const connector = z.enum(["by_hand", "browser_wallet", "walletconnect", "ledger"]);

const name = z
  .string()
  .regex(connectionLimits.namePattern)
  .meta({ description: "name chosen by the owner" });

const challenge = z
  .object({
    id: z.string(),
    address: z.string(),
    network: z.string(),
    /** Text to sign unchanged with the address's key. One line of ASCII. */
    message: z.string(),
    expiresAt: time,
  })
  .meta({ id: "ConnectionChallenge" });

const connection = z
  .object({
    id: z.string(),
    address: z.string(),
    network: z.string(),
    name: z.string(),
    connector,
    form: z.enum(["bip322", "bip137"]),
    /** Message and signature, so that anyone can verify the signature again. */
    message: z.string(),
    signature: z.string(),
    verifiedAt: time,
  })
  .meta({ id: "WalletConnection" });

const addressLock = z
  .object({
    isOn: z.boolean(),
    /** End of the rule after the user switched it off. Null while the rule is on without an end. */
    offAt: time.nullable(),
  })
  .meta({ id: "AddressLock" });

const params = z.strictObject({ connectionId: z.string().max(64) });

export const walletConnectionsApi = {
  makeConnectionChallenge: {
    method: "POST",
    path: "/api/v1/wallet/connections/challenge",
    auth: "user",
    wantsAccount: true,
    summary: "Create a message to sign with an address's key, valid once and for five minutes",
    body: z.strictObject({ address: z.string().max(200) }),
    response: challenge,
  },
  saveConnection: {
    method: "POST",
    path: "/api/v1/wallet/connections",
    auth: "user",
    wantsAccount: true,
    summary:
      "Save an address whose key signed the message; needs an identity proof from the last ten minutes",
    body: z.strictObject({
      challengeId: z.string().max(64),
      signature: z.string().max(connectionLimits.signatureCharactersMax),
      connector: connector.default("by_hand"),
      name: name.optional(),
    }),
    response: connection,
  },
  listConnections: {
    method: "GET",
    path: "/api/v1/wallet/connections",
    auth: "user",
    keyScope: "read",
    summary: "List the user's verified addresses, newest first",
    response: listOf(connection),
  },
  renameConnection: {
    method: "PATCH",
    path: "/api/v1/wallet/connections/{connectionId}",
    auth: "user",
    summary: "Rename a verified address",
    params,
    body: z.strictObject({ name }),
    response: connection,
  },
  removeConnection: {
    method: "DELETE",
    path: "/api/v1/wallet/connections/{connectionId}",
    auth: "user",
    summary: "Delete a verified address",
    params,
    response: z.object({ isRemoved: z.literal(true) }),
  },
  getAddressLock: {
    method: "GET",
    path: "/api/v1/wallet/address-lock",
    auth: "user",
    summary: "Get the setting that limits withdrawals to verified addresses",
    response: addressLock,
  },
  setAddressLock: {
    method: "PUT",
    path: "/api/v1/wallet/address-lock",
    auth: "user",
    wantsAccount: true,
    summary:
      "Limit withdrawals to verified addresses immediately, or end the limit after 24 hours; needs an identity proof from the last ten minutes",
    body: z.strictObject({ isOn: z.boolean() }),
    response: addressLock,
  },
} as const satisfies Api;
