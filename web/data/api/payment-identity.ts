/**
 * Which payments are one and the same. One-time codes, and prices that were shown and accepted, are
 * no part of it: the same withdrawal with another code, or at a price that changed meanwhile, is
 * still the withdrawal whose answer was lost.
 */
import { paths } from "../../../api/paths.ts";

const ONE_TIME: ReadonlySet<string> = new Set(
  Object.values(paths).flatMap(({ oneTimeFields = [] }) => oneTimeFields),
);

/** Sums that the user saw and accepted. */
const SEEN: ReadonlySet<string> = new Set(["priceSats", "feeSats", "interestSats", "costSats"]);

export type Body = Readonly<Record<string, unknown>>;

/** The body as text, without what may differ between two sendings of one payment. */
export function identityOf(body: unknown): string {
  return JSON.stringify(without(body, (field) => ONE_TIME.has(field) || SEEN.has(field))) ?? "";
}

/** May be stored: a code is not. */
export function storableBody(body: unknown): unknown {
  return without(body, (field) => ONE_TIME.has(field));
}

/** The stored body with the one-time fields of this sending. */
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
