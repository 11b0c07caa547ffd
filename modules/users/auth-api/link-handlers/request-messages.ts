/**
 * Handles requests for a message with a link: POST /recover, /otp, /magiclink and /resend. Each
 * handler returns the work to do after the response is sent.
 */
import { z } from "zod";
import { requestMagicLink } from "../../accounts/request-magic-link.ts";
import { recover } from "../../mailed-links/recover.ts";
import { resend } from "../../mailed-links/resend.ts";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import { AuthError } from "../wire/auth-error.ts";
import { challengeFields, readChallenge } from "../wire/read-challenge.ts";
import { metadataSchema, readEmail } from "../wire/request.ts";

type AfterReply = () => Promise<void>;

export const recoverBody = z.object({ email: z.string().nullish(), ...challengeFields });

export async function askForRecovery(
  deps: UsersDeps,
  body: z.output<typeof recoverBody>,
  redirectTo: string | undefined,
  visitor: Visitor,
): Promise<AfterReply> {
  if (!body.email) throw new AuthError("validation_failed", "Password recovery requires an email");
  const email = readEmail(body.email);
  return recover(deps, { email, challenge: readChallenge(body), redirectTo }, visitor);
}

export const magicLinkBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: metadataSchema.nullish(),
  ...challengeFields,
});

export async function askForMagicLink(
  deps: UsersDeps,
  body: z.output<typeof magicLinkBody>,
  redirectTo: string | undefined,
  visitor: Visitor,
): Promise<AfterReply> {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Unsupported phone provider");
  if (!body.email) throw new AuthError("validation_failed", "One of email or phone must be set");
  const request = {
    email: readEmail(body.email),
    challenge: readChallenge(body),
    mayCreate: body.create_user ?? true,
    metadata: body.data ?? undefined,
    redirectTo,
  };
  return requestMagicLink(deps, request, visitor);
}

export const resendBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

export async function askAgain(
  deps: UsersDeps,
  body: z.output<typeof resendBody>,
  redirectTo: string | undefined,
): Promise<AfterReply> {
  const { type } = body;
  if (type === "sms" || type === "phone_change") throw new AuthError("phone_provider_disabled");
  if (type !== "signup" && type !== "email_change")
    throw new AuthError(
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  if (!body.email)
    throw new AuthError("validation_failed", "Type provided requires an email address");
  return resend(deps, { type, email: readEmail(body.email), redirectTo });
}
