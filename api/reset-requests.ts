/** Requests for a new password where no mail server sends the link: an administrator decides. */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { time } from "./values.ts";

const params = z.strictObject({ userId: z.string().max(64) });
const body = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(limits.reasonCharacters.min)
    .max(limits.reasonCharacters.max)
    .meta({ description: "how the administrator made sure who asked; kept in the audit log" }),
});

export const resetRequestsApi = {
  listResetRequests: {
    method: "GET",
    path: "/api/v1/admin/reset-requests",
    auth: "admin",
    readsStandby: true,
    summary: "Users who asked for a new password on an installation without a mail server",
    response: z.object({
      items: z.array(
        z.object({
          userId: z.string(),
          email: z.string(),
          /** The operator's command makes their link. */
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
      "Answers a link that sets a new password once, to hand over; a second factor is still required then",
    params,
    body,
    response: z.object({ link: z.string(), expiresAt: time }),
  },
  rejectResetRequest: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/reset-request/reject",
    auth: "admin",
    summary: "Close a request for a new password without a link",
    params,
    body,
    response: z.object({ isRejected: z.literal(true) }),
  },
} as const satisfies Api;
