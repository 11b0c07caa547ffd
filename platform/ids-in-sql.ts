/**
 * SQL expressions of the ids that `ids.ts` makes, for statements that write many rows of which the
 * server knows nothing before. Their arguments are SQL expressions, too.
 */
import type { Id } from "./ids.ts";

/** A new id, as `newId`, dated by `moment`. */
export function newIdSql<Prefix extends string>(prefix: Prefix, moment: string): string {
  const start: Id<Prefix> = `${prefix}_`;
  const time = `lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')`;
  // What follows the version is as random in version 4.
  return `'${start}' || ${time} || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14)`;
}

/** The hash that a derived uuid is made of, in hex, of an id with a prefix and 32 digits. */
export function derivedHashSql(id: string, ...deps: readonly string[]): string {
  const text = [digitsSql(id), ...deps].join(" || E'\\n' || ");
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}

/** The uuid of that id and its hash, as `derivedUuid`. */
export function derivedUuidSql(id: string, hash: string): string {
  const variant = `translate(substr(${hash}, 5, 1), '0123456789abcdef', '89ab89ab89ab89ab')`;
  return `(substr(${digitsSql(id)}, 1, 12) || '7' || substr(${hash}, 2, 3) || ${variant} || substr(${hash}, 6, 15))::uuid`;
}

const digitsSql = (id: string): string => `right(${id}, 32)`;
