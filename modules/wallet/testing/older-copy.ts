/**
 * Makes a backup of an installation's database to be restored later on the same node. Do not use
 * the original installation after the restore.
 */
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { copyDatabase, dropDatabase, onServer } from "../../../test/support/servers/database.ts";
import { databaseUrl } from "../../../test/support/servers/database-url.ts";
import { memoryFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { createSender, type Sender } from "../sender/sender.ts";
import type { Watcher } from "../watcher/watcher.ts";
import { openWalletOn, type Installation } from "./installation.ts";

type Place = Pick<Installation, "databaseUrl" | "dataDir" | "node">;

export type OlderInstallation = Awaited<ReturnType<typeof openWalletOn>> &
  Place & {
    readonly watcher: Watcher;
    readonly sender: Sender;
    send(): Promise<void>;
    /** Mines blocks to the treasury, then runs one round of the watcher. */
    mine(blocks: number): Promise<void>;
  };

export interface OlderCopy {
  /** Restores the backup. If `folder` is true, also restores the data folder, except the chain. */
  putBack(what: { readonly folder: boolean }): Promise<OlderInstallation>;
  drop(): Promise<void>;
}

export async function keepCopy({ databaseUrl: url, dataDir, node }: Place): Promise<OlderCopy> {
  const postgresUrl = inject("postgresUrl");
  const name = new URL(url).pathname.slice(1);
  await onServer(postgresUrl, (server) =>
    server.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      name,
    ]),
  );
  const databaseCopy = await copyDatabase(postgresUrl, name);
  const folderCopy = copyOfFolder(dataDir);
  const folders = [folderCopy];
  return {
    async putBack({ folder }) {
      const database = await copyDatabase(postgresUrl, databaseCopy);
      const place = {
        dataDir: copyOfFolder(folder ? folderCopy : dataDir),
        databaseUrl: databaseUrl(postgresUrl, database),
      };
      folders.push(place.dataDir);
      const deps = await openWalletOn(place, node);
      const sender = createSender(deps.wallet);
      return {
        ...deps,
        ...place,
        node,
        sender,
        send: () => sender.round(new AbortController().signal),
        async mine(blocks) {
          await node.generateToAddress(blocks, deps.wallet.treasuryAddress);
          await deps.watcher.round(new AbortController().signal);
        },
        async close() {
          await deps.close();
          await dropDatabase(postgresUrl, database);
        },
      };
    },
    async drop() {
      await dropDatabase(postgresUrl, databaseCopy);
      folders.forEach(removeFolder);
    },
  };
}

/** Copies the data folder, except the node's files. Returns the copy's path. */
function copyOfFolder(dataDir: string): string {
  const folder = memoryFolder();
  for (const name of readdirSync(dataDir).filter((entry) => entry !== "bitcoin"))
    cpSync(join(dataDir, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  return folder;
}
