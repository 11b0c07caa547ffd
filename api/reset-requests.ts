/**
 * Routes for password reset requests on installations without a mail server. An administrator
 * decides on each request.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const params = z.strictObject({ userId: z.string().max(64) });
const body = z.strictObject({
  reason: z.string().trim().min(limits.reasonCharacters.min).max(limits.reasonCharacters.max).meta({
    description: "how the administrator verified the identity of the user; kept in the audit log",
  }),
});

export const resetRequestsApi = {
  listResetRequests: {
    method: "GET",
    path: "/api/v1/admin/reset-requests",
    auth: "admin",
    readsStandby: true,
    summary: "List password reset requests on an installation without a mail server",
    response: z.object({
      items: z.array(
        z.object({
          userId: z.string(),
          email: z.string(),
          /**
           * True if the user is an administrator, for whom only an operator's command can create a
           * reset link.
           */
          isAdmin: z.boolean(),
          requestedAt: time,
          ip: z.string(),
          userAgent: z.string(),
          requestCount: z.int(),
        }),
      ),
    }),
  },
  approveResetRequest: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/reset-request/approve",
    auth: "admin",
    summary:
      "Create a single-use password reset link to give to the user; a second factor is still required",
    params,
    body,
    response: z.object({ link: z.string(), expiresAt: time }),
  },
  rejectResetRequest: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/reset-request/reject",
    auth: "admin",
    summary: "Reject a password reset request",
    params,
    body,
    response: z.object({ isRejected: z.literal(true) }),
  },
} as const satisfies Api;
