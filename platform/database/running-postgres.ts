/** The server that another process of ours runs on a data folder, for a program of the operator. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, worksIn } from "../process/process-identity.ts";
import { CLUSTER_FOLDER, isWholeCluster, passwordOf } from "./postgres-cluster.ts";
import { socketAddress, superuserUrl } from "./superuser-url.ts";

/** Its address as the superuser; undefined: none runs there. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  const folder = join(dataDir, CLUSTER_FOLDER);
  const pidFile = join(folder, "postmaster.pid");
  if (!isWholeCluster(folder) || !existsSync(pidFile)) return undefined;
  // https://www.postgresql.org/docs/18/storage-file-layout.html: the id of the process, its folder,
  // when it began, its port, the folder of its socket and the address that it listens at.
  const [pidText = "", , , portText = "", socketFolder = "", host = ""] = readFileSync(
    pidFile,
    "utf8",
  ).split("\n");
  const [pid, port] = [Number.parseInt(pidText, 10), Number.parseInt(portText, 10)];
  if (!(pid > 0) || !(port > 0) || !isAlive(pid)) return undefined;
  // The id may belong to some other program by now.
  if (!worksIn(pid, folder, "postgres")) return undefined;
  const address =
    socketFolder === ""
      ? { authority: `${host}:${port}`, query: "" }
      : socketAddress(socketFolder, port);
  return superuserUrl(passwordOf(folder), address);
}
