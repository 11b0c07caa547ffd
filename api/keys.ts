/**
 * Keys for programs: what a person lets a program of theirs do without signing in. Managed by a
 * session alone; a key makes, lists and revokes none.
 */
import { z } from "zod";
import { keyLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { listOf, time } from "./values.ts";

const scopes = z.array(z.enum(limits.scopes)).min(1).max(limits.scopes.length).meta({
  description:
    "read: look at what is yours; trade: buy, order, stake and sell with it; withdraw-to-verified: withdraw to addresses that were verified a day ago or earlier",
});

const networks = z.array(z.string().trim().min(1).max(64)).max(limits.networksMax).meta({
  description:
    "addresses, or networks such as 203.0.113.0/24, from which alone it works; none: from anywhere",
});

const key = z
  .object({
    id: z.string(),
    /** What its owner calls it. */
    name: z.string(),
    /** How the secret begins. */
    hint: z.string(),
    scopes,
    networks,
    createdAt: time,
    /** Null: it works until it is revoked. */
    endsAt: time.nullable(),
    /** To within a minute. */
    lastUsedAt: time.nullable(),
    lastUsedIp: z.string().nullable(),
  })
  .meta({ id: "Key" });

export const keysApi = {
  listKeys: {
    method: "GET",
    path: "/api/v1/me/keys",
    auth: "user",
    summary: "Keys for programs of the user, newest first; never their secrets",
    response: listOf(key),
  },
  makeKey: {
    method: "POST",
    path: "/api/v1/me/keys",
    auth: "user",
    wantsAccount: true,
    summary:
      "Make a key for a program; its secret is in this answer only. Needs a proof of the person of the last ten minutes",
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
    summary:
      "Revoke a key: it opens nothing from now on. Needs a proof of the person of the last ten minutes",
    params: z.strictObject({ keyId: z.string().max(64) }),
    response: z.object({ isRevoked: z.literal(true) }),
  },
} as const satisfies Api;
