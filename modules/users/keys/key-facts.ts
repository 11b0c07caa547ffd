/**
 * Facts about a key for the audit log, without the key's name and without any part of its secret.
 */
import type { AuditFacts } from "#audit";
import type { KeyRow } from "./keys-table.ts";

export function factsOf({
  id,
  scopes,
  networks,
  endsAt,
}: Pick<KeyRow, "id" | "scopes" | "networks" | "endsAt">): AuditFacts {
  return {
    key: id,
    scopes: scopes.join(", "),
    networks: networks.length,
    until: endsAt?.toISOString() ?? null,
  };
}
