/**
 * Parses and validates requests of sign-in clients. Rejects text that the database cannot store.
 */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { isStorable } from "#platform";
import { USER_AGENT_CHARACTERS_MAX, type Visitor } from "../../deps/visitor.ts";
import { passwordFault } from "../../passwords/password-rules.ts";
import { normalEmail } from "../../people/email-address.ts";
import type { JsonObject } from "../../people/users-table.ts";
import { AuthError } from "./auth-error.ts";

const DEPTH_MAX = 20;

/**
 * Parses a JSON body. An empty body is read as an empty object, because the client sends some POST
 * requests without a body.
 */
export function parseJsonBody(text: string): unknown {
  if (text === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AuthError("bad_json");
  }
  assertShape(value, 0);
  if (!isStorable(value))
    throw new AuthError("validation_failed", "Text has characters that cannot be stored");
  return value;
}

/**
 * Validates the body. Drops unknown fields. Throws validation_failed with the first wrong field.
 */
export function readBody<Schema extends z.ZodType>(
  request: FastifyRequest,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(request.body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".");
  throw new AuthError(
    "validation_failed",
    field ? `Invalid value for ${field}` : "Request body must be a JSON object",
  );
}

/** Returns a parameter of the query string. Throws if the parameter is repeated. */
export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw new AuthError("validation_failed", `Invalid ${name}`);
  return value;
}

export function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = (request.headers["user-agent"] ?? "").slice(0, USER_AGENT_CHARACTERS_MAX);
  return { ip: request.ip, userAgent, isLocal: request.isLocal };
}

/** Normalises the address like `normalEmail`, but throws validation_failed. */
export function readEmail(text: string): string {
  const email = normalEmail(text);
  if (email === undefined)
    throw new AuthError("validation_failed", "Unable to validate email address: invalid format");
  return email;
}

/** Throws weak_password with the reasons that the client shows. */
export function assertGoodPassword(password: string, email: string): void {
  const fault = passwordFault(password, email);
  if (!fault) return;
  throw new AuthError("weak_password", fault.message, {
    weak_password: { reasons: [fault.reason], message: fault.message },
  });
}

/** A user's metadata: any JSON object. `people/metadata.ts` limits its size. */
export const metadataSchema = z
  .record(z.string(), z.json())
  .transform((data) => data as JsonObject);

function assertShape(value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) throw new AuthError("validation_failed", "JSON is nested too deeply");
  if (value === null || typeof value !== "object") return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "__proto__") throw new AuthError("validation_failed", "Invalid field name");
    assertShape(item, depth + 1);
  }
}
