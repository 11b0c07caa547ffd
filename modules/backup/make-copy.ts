/**
 * Backs up a running installation. First, the files that must not be newer than the database are
 * read. Then a snapshot of the database is taken. If the chain exists only on this installation,
 * the chain is copied as well. Finally, the backup is restored to a temporary folder and verified,
 * using only its own files and the passphrase. Only a verified backup gets its final name.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, systemClock, type Config, type Log } from "#platform";
import { openCopiedKeys, readKeys } from "#wallet";
import { chainOf, isOwnChain, proveChain } from "./copy-chain.ts";
import { readSealed, writePlain, writeSealed, type FileEntry } from "./copy/copied-file.ts";
import { packFiles, readFacts, readKeyFiles, SIGNER_KEY } from "./copy/data-files.ts";
import { assertFree, inScratch, makeComplete } from "./copy/draft-folder.ts";
import { openKeys, sealKeys, type Keys } from "./copy/key-file.ts";
import {
  CHAIN_FILE,
  DATABASE_FILE,
  FOLDER_FILE,
  KEYS_FILE,
  MANIFEST_FILE,
  sealManifest,
  type Manifest,
} from "./copy/manifest.ts";
import { assertSpaceForCheck, bytesWhenBack, type SpaceOf } from "./database/space-for-check.ts";
import { checkDatabase, readShape, type Shape } from "./database/check-database.ts";
import { openSource } from "./database/source.ts";
import { keepLastBackup } from "./last-backup.ts";
import { unpackDatabase, unpackFolder, type OpenCopy } from "./unpack-copy.ts";

export interface CopyPlan {
  readonly config: Config;
  /** Absolute path of the new backup folder. Nothing may exist at this path. */
  readonly folder: string;
  readonly askPassphrase: () => Promise<string>;
  readonly log: Log;
  /** Returns the free disk space; asks the operating system by default. */
  readonly spaceOf?: SpaceOf;
}

const COPY_KEY_BYTES = 32;
/** Settings of the temporary database, which does not need to survive a power failure. */
const SCRATCH_SETTINGS = { fsync: "off", synchronous_commit: "off" };

/** Makes and verifies the backup. If either fails, throws a StartError and leaves no files. */
export async function makeCopy({
  config,
  folder,
  askPassphrase,
  log,
  spaceOf,
}: CopyPlan): Promise<Manifest> {
  const { dataDir } = config;
  assertFree(folder);
  readKeyFiles(dataDir);
  const passphrase = await askPassphrase();
  const manifest = await makeComplete(folder, async (draft) => {
    const createdAt = systemClock.now().toISOString();
    const { keys, kind, postgres, files, ...parts } = await writeParts({ config, log }, draft);
    const keysText = await sealKeys(keys, passphrase);
    files.push(await writePlain({ folder: draft, name: KEYS_FILE }, keysText));
    const check = await inScratch(join(dataDir, "copy-check"), async (scratch) => {
      await assertSpaceForCheck(scratch, parts.bytes, spaceOf);
      const copy = { folder: draft, kind, keys: await keysOf(draft, passphrase) };
      return checkCopy(copy, { ...parts, scratch, log });
    });
    const facts: Manifest = {
      what: "copy of a Hashfloor",
      version: 1,
      createdAt,
      network: config.bitcoin.network,
      database: { kind, postgres, schema: [...parts.expected.schema] },
      files,
      check: { at: systemClock.now().toISOString(), ...check },
    };
    const made = sealManifest(facts, keys.copyKey);
    await writePlain({ folder: draft, name: MANIFEST_FILE }, `${JSON.stringify(made, null, 2)}\n`);
    return made;
  });
  await keepLastBackup(dataDir, folder, manifest);
  return manifest;
}

interface Parts {
  readonly keys: Keys;
  readonly kind: OpenCopy["kind"];
  readonly expected: Shape;
  /** Size of the restored database. */
  readonly bytes: number;
  /** Undefined if the chain is not copied. */
  readonly blocks: number | undefined;
  readonly postgres: string;
  readonly files: FileEntry[];
}

async function writeParts(
  { config, log }: Pick<CopyPlan, "config" | "log">,
  folder: string,
): Promise<Parts> {
  const { dataDir, bitcoin } = config;
  const copyKey = randomBytes(COPY_KEY_BYTES);
  const write = (name: string, content: AsyncIterable<Buffer>): Promise<FileEntry> =>
    writeSealed({ folder, name }, content, copyKey);
  const source = await openSource(config, log);
  try {
    const { kind, database } = source;
    const wallet = await readKeys(database, bitcoin.network);
    const { network } = bitcoin;
    const keyFiles = readKeyFiles(dataDir);
    const keys: Keys = { network, copyKey, sealsManifest: true, files: keyFiles, wallet };
    const expected = await readShape(database);
    const [server] = await database.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    const files = [
      await write(FOLDER_FILE, packFiles(readFacts(dataDir))),
      await write(DATABASE_FILE, await source.archive()),
    ];
    let blocks: number | undefined;
    if (isOwnChain(config)) {
      let count = 0;
      const chain = chainOf(config, { log, onBlock: () => (count += 1) });
      files.push(await write(CHAIN_FILE, chain));
      blocks = count;
    }
    const bytes = await bytesWhenBack(database, kind);
    return { keys, kind, expected, bytes, blocks, postgres: server?.version ?? "", files };
  } finally {
    await source.close();
  }
}

/** Reads the keys from the backup's own key file and checks that they decrypt the wallet's seed. */
async function keysOf(folder: string, passphrase: string): Promise<Keys> {
  const keys = await openKeys(readFileSync(join(folder, KEYS_FILE), "utf8"), passphrase);
  const signerKey = keys.files[SIGNER_KEY] ?? Buffer.alloc(0);
  openCopiedKeys(keys.wallet, { network: keys.network, signerKey });
  return keys;
}

interface Check extends Pick<Parts, "expected" | "blocks"> {
  readonly scratch: string;
  readonly log: Log;
}

/** Restores the backup to a temporary folder, from its own files only, and verifies it. */
async function checkCopy(
  copy: OpenCopy,
  { scratch, expected, blocks, log }: Check,
): Promise<{ readonly auditEntries: number }> {
  const { folder, keys } = copy;
  if (blocks !== undefined)
    await proveChain(readSealed({ folder, name: CHAIN_FILE }, keys.copyKey), blocks);
  await unpackFolder(copy, scratch);
  const server = await unpackDatabase(copy, { dataDir: scratch, log, settings: SCRATCH_SETTINGS });
  const database = openDatabase(server.url, { connectionsMax: 1 });
  try {
    return await checkDatabase(database, { dataDir: scratch, expected });
  } finally {
    await database.close();
    await server.stop();
  }
}
