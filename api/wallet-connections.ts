/**
 * Addresses that people proved to be theirs by a signed message. No phrase and no key is asked for.
 */
import { z } from "zod";
import { connectionLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time } from "./values.ts";

/** By what the message was signed. */
const connector = z.enum(["by_hand", "browser_wallet", "walletconnect", "ledger"]);

const name = z
  .string()
  .regex(connectionLimits.namePattern)
  .meta({ description: "what its owner calls it" });

const challenge = z
  .object({
    id: z.string(),
    address: z.string(),
    network: z.string(),
    /** To be signed by the address's key as it stands: one line of ASCII. */
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
    /** BIP-322 or BIP-137. */
    form: z.enum(["bip322", "bip137"]),
    /** With these two anybody can check again what was proved. */
    message: z.string(),
    signature: z.string(),
    verifiedAt: time,
  })
  .meta({ id: "WalletConnection" });

const addressLock = z
  .object({
    isOn: z.boolean(),
    /** When it ends, once it was turned off; null while it holds for good. */
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
    summary: "A message to sign with an address's key, good once for five minutes",
    body: z.strictObject({ address: z.string().max(200) }),
    response: challenge,
  },
  saveConnection: {
    method: "POST",
    path: "/api/v1/wallet/connections",
    auth: "user",
    wantsAccount: true,
    summary:
      "Save an address whose key signed the message; needs a proof of the person of the last ten minutes",
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
    summary: "The user's verified addresses, newest first",
    response: listOf(connection),
  },
  renameConnection: {
    method: "PATCH",
    path: "/api/v1/wallet/connections/{connectionId}",
    auth: "user",
    summary: "Call a verified address something else",
    params,
    body: z.strictObject({ name }),
    response: connection,
  },
  removeConnection: {
    method: "DELETE",
    path: "/api/v1/wallet/connections/{connectionId}",
    auth: "user",
    summary: "Forget a verified address",
    params,
    response: z.object({ isRemoved: z.literal(true) }),
  },
  getAddressLock: {
    method: "GET",
    path: "/api/v1/wallet/address-lock",
    auth: "user",
    summary: "Whether withdrawals go to verified addresses only",
    response: addressLock,
  },
  setAddressLock: {
    method: "PUT",
    path: "/api/v1/wallet/address-lock",
    auth: "user",
    wantsAccount: true,
    summary:
      "Let withdrawals go to verified addresses only, at once, or end that after 24 hours; needs a proof of the person of the last ten minutes",
    body: z.strictObject({ isOn: z.boolean() }),
    response: addressLock,
  },
} as const satisfies Api;
