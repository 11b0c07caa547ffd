/** Returns true if a request has input that must be checked. Most requests have no input. */
import type { FastifyRequest } from "fastify";

export function hasInput({
  params,
  query,
  body,
}: Pick<FastifyRequest, "params" | "query" | "body">): boolean {
  return (body !== undefined && body !== null) || hasFields(params) || hasFields(query);
}

export function hasFields(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null;
  for (const _name in value) return true;
  return false;
}
