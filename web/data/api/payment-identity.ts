/**
 * Identifies a payment in order to detect repeated requests. One-time codes and accepted prices are
 * not part of the identity. A repeated withdrawal with another code or a changed price is still the
 * withdrawal whose response was lost.
 */
import { paths } from "../../../api/paths.ts";

const ONE_TIME: ReadonlySet<string> = new Set(
  Object.values(paths).flatMap(({ oneTimeFields = [] }) => oneTimeFields),
);

/** Fields with amounts that the user saw and accepted. */
const SEEN: ReadonlySet<string> = new Set(["priceSats", "feeSats", "interestSats", "costSats"]);

export type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the body as text, without fields that may differ between two attempts of the same
 * payment.
 */
export function identityOf(body: unknown): string {
  return JSON.stringify(without(body, (field) => ONE_TIME.has(field) || SEEN.has(field))) ?? "";
}

/** Returns the body without one-time codes, which must not be stored. */
export function storableBody(body: unknown): unknown {
  return without(body, (field) => ONE_TIME.has(field));
}

/** Returns the stored body with the one-time fields of this attempt. */
export function bodyToRepeat(stored: unknown, body: unknown): unknown {
  if (!isBody(stored) || !isBody(body)) return body;
  return { ...stored, ...fieldsOf(body, (field) => ONE_TIME.has(field)) };
}

function without(body: unknown, isLeftOut: (field: string) => boolean): unknown {
  return isBody(body) ? fieldsOf(body, (field) => !isLeftOut(field)) : body;
}

function fieldsOf(body: Body, isTaken: (field: string) => boolean): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => isTaken(field)));
}

function isBody(body: unknown): body is Body {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
