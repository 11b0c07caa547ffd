/**
 * Opens a node in a folder and prints the child's process id, for a test that kills this parent
 * process.
 */
import { silentLog } from "#platform";
import { openNode } from "#bitcoin";

const [, , dataDir = "", searchPath = ""] = process.argv;
const node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
process.stdout.write(`${node.childProcessId()}\n`);
setInterval(() => undefined, 60_000);
