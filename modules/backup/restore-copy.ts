/**
 * Restores an installation from a backup to an empty data folder. Everything is validated before
 * anything is written. Afterwards, payments are locked until an administrator unlocks them, because
 * the old installation may have sent payments after the backup was made. All users must sign in
 * again, because the backup may contain sessions that have ended since.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  giveLogin,
  keepProcessLogins,
  openDatabase,
  prepareDatabase,
  readSchema,
  recordIncident,
  StartError,
  systemClock,
  utcText,
  type Config,
  type Log,
  type Schema,
} from "#platform";
import { endAllAccess } from "#users";
import { relockPayments, type ReceiveBranch } from "#wallet";
import { isOwnChain, restoreChain } from "./copy-chain.ts";
import { assertUndamaged, readSealed } from "./copy/copied-file.ts";
import { assertFree, makeComplete } from "./copy/draft-folder.ts";
import { openKeys } from "./copy/key-file.ts";
import {
  CHAIN_FILE,
  DATABASE_FILE,
  isManifestWhole,
  KEYS_FILE,
  MANIFEST_FILE,
  readManifest,
  type Manifest,
} from "./copy/manifest.ts";
import { restoreDump } from "./database/dump.ts";
import { assertEmpty } from "./database/empty.ts";
import { noteBranch } from "./known-branches.ts";
import { unpackDatabase, unpackFolder, type OpenCopy } from "./unpack-copy.ts";

export interface RestorePlan {
  readonly config: Config;
  readonly folder: string;
  readonly askPassphrase: () => Promise<string>;
  readonly log: Log;
}

export interface Restored {
  readonly manifest: Manifest;
  /** DATABASE_URL for the product; undefined for the embedded database. */
  readonly applicationUrl: string | undefined;
  /**
   * Number of restored blocks; undefined if the backup contains no chain or an external node is
   * used.
   */
  readonly blocks: number | undefined;
  /** Branch of new deposit addresses. The backup's key file does not contain it. */
  readonly receiveBranch: ReceiveBranch;
}

const ROOT = join(import.meta.dirname, "..", "..");

/** Restores the backup. Throws a StartError with a one-line message. */
export async function restoreCopy({
  config,
  folder,
  askPassphrase,
  log,
}: RestorePlan): Promise<Restored> {
  const { dataDir, databaseUrl } = config;
  const schema = readSchema(ROOT);
  const manifest = readManifest(folder);
  assertFits(manifest, config, schema);
  assertFree(dataDir);
  if (databaseUrl !== undefined) await assertEmpty(databaseUrl);
  await assertUndamaged(folder, manifest.files);
  const keys = await openKeys(readFileSync(join(folder, KEYS_FILE), "utf8"), await askPassphrase());
  if (!isManifestWhole(manifest, keys))
    throw new StartError(`The copy is damaged: ${MANIFEST_FILE} was changed.`);
  assertNetwork(keys.network, config);
  const copy: OpenCopy = { folder, kind: manifest.database.kind, keys };
  const hasChain = manifest.files.some(({ name }) => name === CHAIN_FILE) && isOwnChain(config);
  const restored = await makeComplete(dataDir, async (draft) => {
    await unpackFolder(copy, draft);
    const blocks = hasChain
      ? await restoreChain(readSealed({ folder, name: CHAIN_FILE }, keys.copyKey), {
          dataDir: draft,
          log,
        })
      : undefined;
    const reason = `Restored from the copy of ${utcText(new Date(manifest.createdAt))}.`;
    const ready = { schema, dataDir: draft, reason };
    if (databaseUrl !== undefined) {
      await restoreDump(readSealed({ folder, name: DATABASE_FILE }, keys.copyKey), databaseUrl);
      return { manifest, blocks, ...(await makeReady(databaseUrl, ready)) };
    }
    const server = await unpackDatabase(copy, { dataDir: draft, log });
    try {
      const { receiveBranch } = await makeReady(server.url, ready);
      return { manifest, blocks, receiveBranch, applicationUrl: undefined };
    } finally {
      await server.stop();
    }
  });
  noteBranch(folder, restored.receiveBranch);
  return restored;
}

function assertFits({ network, database }: Manifest, config: Config, { migrations }: Schema): void {
  assertNetwork(network, config);
  if (database.kind === "cluster" && config.databaseUrl !== undefined)
    throw new StartError(
      "DATABASE_URL: the copy is of the embedded database. Restore it without DATABASE_URL.",
    );
  const ownMigrations = new Set(migrations.map(({ module, file }) => `${module}/${file}`));
  const unknown = database.schema.find((name) => !ownMigrations.has(name));
  if (unknown !== undefined)
    throw new StartError(
      `The copy was made by a newer Hashfloor (it has ${unknown}). Update the software.`,
    );
}

function assertNetwork(network: Manifest["network"], { bitcoin }: Config): void {
  if (network !== bitcoin.network)
    throw new StartError(
      `BITCOIN_NETWORK: the copy is for ${network}, not for ${bitcoin.network}.`,
    );
}

/**
 * Prepares the restored database: applies newer migrations, creates the roles that a dump omits,
 * locks payments, and ends all sessions and keys.
 */
async function makeReady(
  url: string,
  {
    schema,
    dataDir,
    reason,
  }: { readonly schema: Schema; readonly dataDir: string; readonly reason: string },
): Promise<Pick<Restored, "receiveBranch"> & { readonly applicationUrl: string }> {
  const { roles } = await prepareDatabase(url, schema);
  const database = openDatabase(url, { connectionsMax: 1 });
  let receiveBranch: ReceiveBranch;
  try {
    receiveBranch = await database.transaction(async (tx) => {
      await endAllAccess(tx, systemClock.now());
      await recordIncident(tx, { kind: "restored", detail: reason });
      return relockPayments(tx, { reason });
    });
  } finally {
    await database.close();
  }
  await keepProcessLogins(url, { roles, dataDir });
  return { receiveBranch, applicationUrl: await giveLogin(url, roles.application) };
}
