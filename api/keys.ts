/**
 * Routes for API keys, which let a user's program act without signing in. These routes require a
 * session, so an API key cannot create, list or revoke keys.
 */
import { z } from "zod";
import { keyLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time } from "./values.ts";

const scopes = z.array(z.enum(limits.scopes)).min(1).max(limits.scopes.length).meta({
  description:
    "read: read your data; trade: buy, order, stake and sell; withdraw-to-verified: withdraw to addresses that were verified at least a day ago",
});

const networks = z.array(z.string().trim().min(1).max(64)).max(limits.networksMax).meta({
  description:
    "addresses, or networks such as 203.0.113.0/24, that may use the key; empty: any address",
});

const key = z
  .object({
    id: z.string(),
    name: z.string(),
    /** First characters of the secret, so that the owner can recognise the key. */
    hint: z.string(),
    scopes,
    networks,
    createdAt: time,
    /** Null if the key is valid until it is revoked. */
    endsAt: time.nullable(),
    /** Time of the last use, accurate to one minute. */
    lastUsedAt: time.nullable(),
    lastUsedIp: z.string().nullable(),
  })
  .meta({ id: "Key" });

export const keysApi = {
  listKeys: {
    method: "GET",
    path: "/api/v1/me/keys",
    auth: "user",
    summary: "List the user's API keys without their secrets, newest first",
    response: listOf(key),
  },
  makeKey: {
    method: "POST",
    path: "/api/v1/me/keys",
    auth: "user",
    wantsAccount: true,
    summary:
      "Create an API key; only this answer contains its secret. Needs an identity proof from the last ten minutes",
    body: z.strictObject({
      name: z.string().regex(limits.namePattern),
      scopes,
      networks: networks.default([]),
      endsAt: time.nullable().default(null),
    }),
    response: key.extend({ secret: z.string() }).meta({ id: "NewKey" }),
  },
  revokeKey: {
    method: "DELETE",
    path: "/api/v1/me/keys/{keyId}",
    auth: "user",
    wantsAccount: true,
    summary: "Revoke an API key immediately. Needs an identity proof from the last ten minutes",
    params: z.strictObject({ keyId: z.string().max(64) }),
    response: z.object({ isRevoked: z.literal(true) }),
  },
} as const satisfies Api;
