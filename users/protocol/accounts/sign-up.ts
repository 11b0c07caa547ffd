/** POST /signup. */
import { z } from "zod";
import { signUp } from "../../accounts/sign-up.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { AuthError } from "../wire/auth-error.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";

export const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

export async function answerSignUp(
  parts: UsersParts,
  body: z.output<typeof signUpBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  if (!body.email && !body.password) throw new AuthError("anonymous_provider_disabled");
  if (!body.password) throw new AuthError("validation_failed", "Signup requires a valid password");
  const email = readEmail(body.email ?? "");
  assertGoodPassword(body.password, email);
  const account = { email, password: body.password, metadata: body.data ?? {} };
  return presentSession(parts, await signUp(parts, account, visitor));
}
