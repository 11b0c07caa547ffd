/**
 * What is said about an account, by its owner or by the operator's program. It travels in every
 * access token, so all of it together is bounded: a token that no server takes would lock its owner
 * out.
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

/** Bytes of JSON, as a token carries them. */
export const METADATA_BYTES_MAX = 2_048;

/**
 * Throws 422 `metadata_too_long`. `before`: what is kept already; an account that has too much may
 * have less.
 */
export function assertMetadataFits(metadata: JsonObject, before?: JsonObject): void {
  const bytes = bytesOf(metadata);
  if (bytes <= METADATA_BYTES_MAX) return;
  if (before === undefined || bytes >= bytesOf(before))
    throw userRefusals.metadata_too_long({ bytes: String(METADATA_BYTES_MAX) });
}

/**
 * What another service says of a person, as far as we keep it: nobody is kept out for having much
 * of it there.
 */
export function fittingMetadata(metadata: JsonObject): JsonObject {
  if (bytesOf(metadata) <= METADATA_BYTES_MAX) return metadata;
  const name = displayNameOf({ raw_user_meta_data: metadata });
  return name === "" ? {} : { name };
}

const NAME_CHARACTERS_MAX = 120;

/**
 * What no name in a profile may have either: it would let a name pass for other text in a message
 * or a list.
 */
const NOT_OF_A_NAME = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu;

/**
 * The person's name as given at sign-up or in Settings, on one line; empty when none was given. A
 * character that the cut halved is U+FFFD.
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

/**
 * `is_admin` in metadata is kept as the false that the sign-up form sends, whatever the caller
 * sent.
 */
export function withoutClaims(metadata: JsonObject): JsonObject {
  return "is_admin" in metadata ? { ...metadata, is_admin: false } : metadata;
}

/**
 * Adds the keys; a key with null is taken out. Throws 422 `metadata_too_long` for the sum, which
 * ends the transaction.
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

/**
 * For the first owner of an account: nothing stays of what was said before. Throws 422
 * `metadata_too_long`.
 */
export async function startUserMetadata(
  tx: DatabaseTransaction,
  { userId, metadata, now }: { userId: string; metadata: JsonObject; now: Date },
): Promise<void> {
  const own = withoutClaims(metadata);
  assertMetadataFits(own);
  await replaceUserMetadata(tx, { userId, metadata: own, now });
  await replaceIdentityData(tx, { userId, data: own, now });
}
