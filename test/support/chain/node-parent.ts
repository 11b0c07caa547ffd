/**
 * Opens a node in a folder and prints the node's process id. Tests start this program in order to
 * kill it while its child process, the node, is running.
 */
import { silentLog } from "#platform";
import { openNode } from "#bitcoin";

const [, , dataDir = "", searchPath = ""] = process.argv;
const node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
process.stdout.write(`${node.childProcessId()}\n`);
setInterval(() => undefined, 60_000);
