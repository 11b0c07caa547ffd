/** Runs `npm run verify` as an outsider does: as a program of its own, with an address only. */
import { execFile } from "node:child_process";

export interface Verification {
  readonly status: number;
  readonly lines: readonly string[];
}

export function verifyInstallation(
  url: string,
  words: readonly string[] = [],
): Promise<Verification> {
  const command = "modules/transparency/verify/verify-command.ts";
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, url, ...words], (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split("\n") }),
    );
  });
}
