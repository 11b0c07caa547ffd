/**
 * Tests that npm 10 accepts the lock files. npm 11 writes the lock files, but Node 20 and 22
 * include npm 10, which requires more optional peer dependencies. npm 10 looks up these
 * dependencies in its registry, so this test needs a network connection.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The npm version that the last Node 20 and Node 22 include. */
const NPM = "npm@10.9.9";
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

test.for([".", "modules/bitcoin/embedded"])(
  "npm 10 accepts the lock file in %s",
  { timeout: 120_000 },
  async (tree, { skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "hashfloor-lock-"));
    try {
      for (const name of ["package.json", "package-lock.json"])
        copyFileSync(join(tree, name), join(folder, name));
      const { code, text } = await runNpx(folder, [NPM, "ci", "--dry-run", "--ignore-scripts"]);
      if (code !== 0 && UNREACHABLE.test(text))
        skip(`The registry of npm cannot be reached, so ${NPM} was not tried.`);
      expect({ code, text }).toEqual({ code: 0, text: "" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

async function runNpx(folder: string, words: readonly string[]) {
  // The environment omits the variables that npm sets for the test run.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/i.test(name)),
  );
  const options = ["--yes", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=30000"];
  const child = spawn("npx", [...options, ...words], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, text };
}
