/**
 * Finds the PostgreSQL server that the running installation started on a data folder. Used by
 * operator commands.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, worksIn } from "../process/process-identity.ts";
import { CLUSTER_FOLDER, isWholeCluster, passwordOf } from "./postgres-cluster.ts";
import { socketAddress, superuserUrl } from "./superuser-url.ts";

/** Returns the URL with the superuser's login, or undefined if no server runs on the folder. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  const folder = join(dataDir, CLUSTER_FOLDER);
  const pidFile = join(folder, "postmaster.pid");
  if (!isWholeCluster(folder) || !existsSync(pidFile)) return undefined;
  // https://www.postgresql.org/docs/18/storage-file-layout.html: process id, data folder, start
  // time, port, socket folder and listening address.
  const [pidText = "", , , portText = "", socketFolder = "", host = ""] = readFileSync(
    pidFile,
    "utf8",
  ).split("\n");
  const [pid, port] = [Number.parseInt(pidText, 10), Number.parseInt(portText, 10)];
  if (!(pid > 0) || !(port > 0) || !isAlive(pid)) return undefined;
  // The process id in the file may belong to another program now.
  if (!worksIn(pid, folder, "postgres")) return undefined;
  const address =
    socketFolder === ""
      ? { authority: `${host}:${port}`, query: "" }
      : socketAddress(socketFolder, port);
  return superuserUrl(passwordOf(folder), address);
}
