/**
 * SQL expressions for the ids that `ids.ts` makes. For statements that write many rows unknown to
 * the server. The arguments are SQL expressions too, not values.
 */
import type { Id } from "./ids.ts";

/** A new id like `newId`, with the time `moment`. */
export function newIdSql<Prefix extends string>(prefix: Prefix, moment: string): string {
  const start: Id<Prefix> = `${prefix}_`;
  const time = `lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')`;
  // The digits after the version are random in version 4 as well.
  return `'${start}' || ${time} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)`;
}

/** The hash (in hex) of a derived UUID, from an id with a prefix and 32 digits. */
export function derivedHashSql(id: string, ...deps: readonly string[]): string {
  const text = [digitsSql(id), ...deps].join(" || E'\\n' || ");
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

/** The UUID derived from that id and its hash, like `derivedUuid`. */
export function derivedUuidSql(id: string, hash: string): string {
  const variant = `translate(substr(${hash}, 5, 1), '0123456789abcdef', '89ab89ab89ab89ab')`;
  return `(substr(${digitsSql(id)}, 1, 12) || '7' || substr(${hash}, 2, 3) || ${variant} || substr(${hash}, 6, 15))::uuid`;
}

const digitsSql = (id: string): string => `right(${id}, 32)`;
