/**
 * Finds branches of deposit addresses that are newer than a key file. Each restore starts a new
 * branch and records it in a file in the backup folder. The data folder contains the last address
 * of each branch.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CHANGE, openIssuedAddresses, RECEIVE, type CopiedKeys, type ReceiveBranch } from "#wallet";

const BRANCHES_FILE = "restored-branches";
const LINE = /^(\d{1,10}) (\d{1,10})$/;
/**
 * Maximum number of lines to read. Anyone who can write to the file could add lines, and each line
 * adds seconds to the search.
 */
const LINES_MAX = 100;

/**
 * Records the branch in a file in the backup folder. Ignores errors, because the folder may be
 * read-only.
 */
export function noteBranch(folder: string, { branch, firstIndex }: ReceiveBranch): void {
  try {
    appendFileSync(join(folder, BRANCHES_FILE), `${branch} ${firstIndex}\n`);
  } catch {
    // The error is ignored, because the command also prints the branch.
  }
}

/** Reads the last address of each branch. `folder` is the backup folder. */
export async function readAddresses(
  keys: CopiedKeys,
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
): Promise<Pick<CopiedKeys, "received" | "change" | "receiveBranches">> {
  const issued = await openIssuedAddresses({ dataDir, xpub: keys.xpub }).read();
  const receiving = [...issued.values()].filter(({ branch }) => branch !== CHANGE);
  const branches = [
    ...readBranches(folder),
    // Another machine may have issued indexes below this machine's first index.
    ...receiving.flatMap(({ branch }) => (branch === RECEIVE ? [] : [{ branch, firstIndex: 0 }])),
  ];
  const byBranch = new Map(keys.receiveBranches.map((one) => [one.branch, one]));
  for (const { branch, firstIndex } of branches)
    if (!byBranch.has(branch)) byBranch.set(branch, { branch, firstIndex });
  return {
    received: Math.max(keys.received, ...receiving.map(({ lastIndex }) => lastIndex)),
    change: Math.max(keys.change, issued.get(CHANGE)?.lastIndex ?? 0),
    receiveBranches: [...byBranch.values()],
  };
}

function readBranches(folder: string): ReceiveBranch[] {
  let text: string;
  try {
    text = readFileSync(join(folder, BRANCHES_FILE), "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .slice(0, LINES_MAX)
    .flatMap((line) => {
      const [, branch, firstIndex] = LINE.exec(line) ?? [];
      const isLine = branch !== undefined && firstIndex !== undefined && Number(branch) < 2 ** 31;
      return isLine ? [{ branch: Number(branch), firstIndex: Number(firstIndex) }] : [];
    });
}
