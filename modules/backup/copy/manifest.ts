/**
 * Reads and seals a backup's unencrypted manifest: network, time, database migrations, digest of
 * each file, and result of the verification. The seal is made with the backup's key and proves that
 * the manifest was not changed.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "#platform";
import type { Keys } from "./key-file.ts";
import { fileKey } from "./sealed-stream.ts";

export const MANIFEST_FILE = "manifest.json";
export const KEYS_FILE = "keys.sealed";
export const DATABASE_FILE = "database.sealed";
export const FOLDER_FILE = "folder.sealed";
export const CHAIN_FILE = "chain.sealed";

const Manifest = z.strictObject({
  what: z.literal("copy of a Hashfloor"),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  network: z.enum(["regtest", "signet", "testnet4"]),
  database: z.strictObject({
    /** `cluster`: files of the embedded PostgreSQL. `dump`: output of pg_dump. */
    kind: z.enum(["cluster", "dump"]),
    postgres: z.string(),
    /** Applied migrations, as `module/file`. */
    schema: z.array(z.string()),
  }),
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[\w.-]+$/),
      bytes: z.int(),
      sha256: z.string().length(64),
    }),
  ),
  /**
   * Result of the verification: the backup was restored to a temporary folder, its ledger was
   * balanced and its audit log was valid.
   */
  check: z.strictObject({ at: z.iso.datetime(), auditEntries: z.int() }),
  /** Authenticates all other fields. Older backups have no seal, as their key file states. */
  seal: z.string().length(64).optional(),
});

export type Manifest = z.infer<typeof Manifest>;

/** Returns the manifest. Throws a StartError if the folder is not a backup in a known format. */
export function readManifest(folder: string): Manifest {
  const text = readText(join(folder, MANIFEST_FILE));
  const manifest = Manifest.safeParse(text);
  if (manifest.success) return manifest.data;
  throw new StartError(
    `${folder} is not a copy, or was made by another version: its ${MANIFEST_FILE} is not valid.`,
  );
}

export function sealManifest(manifest: Manifest, copyKey: Buffer): Manifest {
  return { ...manifest, seal: sealOf(manifest, copyKey) };
}

export function isManifestWhole(
  manifest: Manifest,
  { copyKey, sealsManifest }: Pick<Keys, "copyKey" | "sealsManifest">,
): boolean {
  if (!sealsManifest) return true;
  const seal = Buffer.from(manifest.seal ?? "", "hex");
  const right = Buffer.from(sealOf(manifest, copyKey), "hex");
  return seal.length === right.length && timingSafeEqual(seal, right);
}

function sealOf(manifest: Manifest, copyKey: Buffer): string {
  // Parsing gives the sealed fields the schema's order, regardless of their order in the file.
  const { seal: _seal, ...facts } = Manifest.parse(manifest);
  return createHmac("sha256", fileKey(copyKey, MANIFEST_FILE))
    .update(JSON.stringify(facts))
    .digest("hex");
}

function readText(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new StartError(`Cannot read ${path}.`, { cause: error });
  }
}
