/**
 * Validates and stores an account's metadata, which its owner or the operator's program sets. Every
 * access token contains the metadata, so its total size is limited. Otherwise the token could
 * become too long for a server to accept, and the owner would be locked out.
 */
import type { DatabaseTransaction } from "#platform";
import { userRefusals } from "../rules/refusals.ts";
import {
  lockUser,
  mergeUserMetadata,
  replaceIdentityData,
  replaceUserMetadata,
  type JsonObject,
  type UserRow,
} from "./users-table.ts";

/** Maximum size of the metadata as JSON, in bytes. */
export const METADATA_BYTES_MAX = 2_048;

/**
 * Throws 422 `metadata_too_long` if the metadata exceeds the limit. `before` is the stored
 * metadata: if it already exceeds the limit, it may still be reduced.
 */
export function assertMetadataFits(metadata: JsonObject, before?: JsonObject): void {
  const bytes = bytesOf(metadata);
  if (bytes <= METADATA_BYTES_MAX) return;
  if (before === undefined || bytes >= bytesOf(before))
    throw userRefusals.metadata_too_long({ bytes: String(METADATA_BYTES_MAX) });
}

/**
 * Returns the part of a hosted service's metadata that fits the limit, so that a user with more
 * metadata is not refused.
 */
export function fittingMetadata(metadata: JsonObject): JsonObject {
  if (bytesOf(metadata) <= METADATA_BYTES_MAX) return metadata;
  const name = displayNameOf({ raw_user_meta_data: metadata });
  return name === "" ? {} : { name };
}

const NAME_CHARACTERS_MAX = 120;

/**
 * Characters that are removed from names, because they could make a name look like other text in a
 * message or a list.
 */
const NOT_OF_A_NAME = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns the user's name from sign-up or Settings on a single line. Empty if the user has no name.
 * A character split by the length limit becomes U+FFFD.
 */
export function displayNameOf(user: Pick<UserRow, "raw_user_meta_data">): string {
  const { name } = user.raw_user_meta_data;
  if (typeof name !== "string") return "";
  const line = name.replaceAll(NOT_OF_A_NAME, " ").trim();
  return line.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
}

function bytesOf(metadata: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** Sets `is_admin` to false, the value that the sign-up form sends. */
export function withoutClaims(metadata: JsonObject): JsonObject {
  return "is_admin" in metadata ? { ...metadata, is_admin: false } : metadata;
}

/**
 * Adds the keys to the user's metadata. A null value removes its key. Throws 422
 * `metadata_too_long` if the total is too long, which aborts the transaction.
 */
export async function addUserMetadata(
  tx: DatabaseTransaction,
  change: { readonly userId: string; readonly metadata: JsonObject; readonly now: Date },
): Promise<void> {
  const before = await lockUser(tx, change.userId);
  if (!before) return;
  const metadata = withoutClaims(change.metadata);
  const after = await mergeUserMetadata(tx, { ...change, metadata });
  assertMetadataFits(after, before.raw_user_meta_data);
}

/** Replaces all metadata when an account gets its first owner. Throws 422 `metadata_too_long`. */
export async function startUserMetadata(
  tx: DatabaseTransaction,
  { userId, metadata, now }: { userId: string; metadata: JsonObject; now: Date },
): Promise<void> {
  const own = withoutClaims(metadata);
  assertMetadataFits(own);
  await replaceUserMetadata(tx, { userId, metadata: own, now });
  await replaceIdentityData(tx, { userId, data: own, now });
}
