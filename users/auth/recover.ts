/**
 * POST /recover: mails a link to set a new password. Known and unknown addresses get the same answer in the same time: the
 * limit counts both, and the letter is written after the reply.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { deliver } from "#notifications";
import type { UsersParts } from "../parts.ts";
import { countHit } from "../rate-counters-table.ts";
import { findUserByEmail } from "../users-table.ts";
import { AuthError } from "./auth-error.ts";
import { issueOneTimeToken } from "./one-time-tokens-table.ts";
import { allowedRedirect } from "./redirect.ts";
import { normalEmail } from "./request.ts";
import { isBanned } from "./require-session.ts";

export const recoverBody = z.object({ email: z.string().nullish() });

const MINUTE_MS = 60_000;

/** Checks the request and returns what is left to do after the reply. */
export async function recover(
  parts: UsersParts,
  body: z.output<typeof recoverBody>,
  redirectTo: string | undefined,
): Promise<() => Promise<void>> {
  if (!body.email) throw new AuthError("validation_failed", "Password recovery requires an email");
  const email = normalEmail(body.email);
  const windowMs = parts.limits.mailPauseMs;
  const hash = createHash("sha256").update(email).digest("hex");
  const window = { key: `mail/${hash}`, windowMs, now: parts.clock.now() };
  if ((await countHit(parts.database, window)) > 1) {
    const seconds = String(Math.ceil(windowMs / 1000));
    throw new AuthError(
      "over_email_send_rate_limit",
      `For security purposes, you can only request this after ${seconds} seconds.`,
    );
  }
  return () => sendRecoveryLink(parts, email, redirectTo);
}

async function sendRecoveryLink(
  parts: UsersParts,
  email: string,
  redirectTo: string | undefined,
): Promise<void> {
  const now = parts.clock.now();
  const user = await findUserByEmail(parts.database, email);
  if (!user || isBanned(user, now)) return;
  const minutes = parts.limits.recoveryLinkMinutes;
  const expiresAt = new Date(now.getTime() + minutes * MINUTE_MS);
  const userId = user.id;
  await parts.database.transaction(async (tx) => {
    const token = await issueOneTimeToken(tx, { userId, email, type: "recovery", expiresAt, now });
    await tx.query("update users_users set recovery_sent_at = $2 where id = $1", [userId, now]);
    const values = { link: linkTo(parts, redirectTo, token), minutes: String(minutes) };
    await deliver(tx, { userId, template: "recovery_link", values, now });
  });
  parts.bus.publish("me", { userId, what: "mailbox" });
}

/** The link opens a page of ours, which sends the token on a press: a mail scanner's visit must not use it up. */
function linkTo(parts: UsersParts, redirectTo: string | undefined, token: string): string {
  const page = allowedRedirect(parts, redirectTo) ?? new URL("/reset-password", parts.siteUrl);
  page.hash = new URLSearchParams({ token_hash: token, type: "recovery" }).toString();
  return page.href;
}
