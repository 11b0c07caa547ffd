/**
 * Adds metrics of request durations, labelled by route template and never by the requested path,
 * and of failed authentications, labelled by reason.
 */
import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";

const BUCKET_SECONDS = [0.01, 0.05, 0.25, 1, 5];
const MS_PER_SECOND = 1_000;

/** Refusal codes that count as failed authentications, in both error formats. */
const REASONS: ReadonlySet<string> = new Set([
  "account_disabled",
  "bad_code_verifier",
  "bad_jwt",
  "code_used",
  "email_not_confirmed",
  "insufficient_aal",
  "invalid_credentials",
  "mfa_challenge_expired",
  "mfa_ip_address_mismatch",
  "mfa_verification_failed",
  "no_authorization",
  "not_admin",
  "not_signed_in",
  "otp_expired",
  "over_request_rate_limit",
  "password_blocked",
  "reauthentication_not_valid",
  "refresh_token_already_used",
  "refresh_token_not_found",
  "session_blocked",
  "session_ended",
  "session_not_found",
  "too_many_codes",
  "too_many_proofs",
  "user_banned",
  "wrong_code",
  "wrong_password",
]);
const REUSED = "refresh_token_already_used";

/** Measures every request of `app`. Must be registered before the routes. */
export function addRequestFigures(registry: Registry, app: FastifyInstance): void {
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of the request to the last byte of the answer",
    labelNames: ["method", "route", "status"],
    buckets: BUCKET_SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: "auth_fail_total",
    help: "Requests that failed to authenticate",
    labelNames: ["reason"],
    registers: [registry],
  });
  const reuses = new Counter({
    name: "refresh_reuse_total",
    help: "Sessions ended because a used refresh token was sent again",
    registers: [registry],
  });
  // Each series starts at 0, so that Prometheus registers the first failure as an increase.
  for (const reason of REASONS) failures.inc({ reason }, 0);
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const labels = { method, route: routeOptions.url ?? "none", status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / MS_PER_SECOND);
    done();
  });
  app.addHook("onError", async (_request, _reply, { code }) => {
    if (REASONS.has(code)) failures.inc({ reason: code });
    if (code === REUSED) reuses.inc();
  });
}
