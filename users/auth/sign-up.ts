/** POST /signup: an account by e-mail and password, confirmed at once, and its first session. */
import { z } from "zod";
import { createUser } from "../create-user.ts";
import type { UsersParts, Visitor } from "../parts.ts";
import { passwordFault } from "../passwords/password-rules.ts";
import { countHit } from "../rate-counters-table.ts";
import { openSession, presentSession, type SessionJson } from "../sessions/open-session.ts";
import { findUserByEmail } from "../users-table.ts";
import { AuthError } from "./auth-error.ts";
import { metadataSchema, normalEmail } from "./request.ts";

export const signUpBody = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
});

const HOUR_MS = 3_600_000;

export async function signUp(
  parts: UsersParts,
  body: z.output<typeof signUpBody>,
  visitor: Visitor,
): Promise<SessionJson> {
  if (body.phone) throw new AuthError("phone_provider_disabled", "Phone signups are disabled");
  if (!body.email && !body.password) throw new AuthError("anonymous_provider_disabled");
  if (!body.password) throw new AuthError("validation_failed", "Signup requires a valid password");
  const email = normalEmail(body.email ?? "");
  assertGoodPassword(body.password, email);
  await limitSignUps(parts, visitor);
  if (await findUserByEmail(parts.database, email)) throw new AuthError("user_already_exists");

  const passwordHash = await parts.hasher.hash(body.password);
  const now = parts.clock.now();
  const opened = await parts.database.transaction(async (tx) => {
    const user = await createUser(tx, parts, {
      email,
      passwordHash,
      metadata: body.data ?? {},
      now,
    });
    if (!user) return undefined;
    return openSession(tx, parts, { userId: user.id, method: "password", visitor, now });
  });
  if (!opened) throw new AuthError("user_already_exists");
  return presentSession(parts, opened);
}

/** Throws weak_password with the reasons that the client hands to the form. */
export function assertGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (!fault) return;
  throw new AuthError("weak_password", fault.message, {
    weak_password: { reasons: [fault.reason], message: fault.message },
  });
}

async function limitSignUps(
  { database, clock, limits }: UsersParts,
  { ip }: Visitor,
): Promise<void> {
  const window = { key: `sign-up/${ip}`, windowMs: HOUR_MS, now: clock.now() };
  if ((await countHit(database, window)) > limits.signUpsPerHourMax)
    throw new AuthError("over_request_rate_limit");
}
