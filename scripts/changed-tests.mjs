// Selects the tests for `npm test -- --changed [REV]`: changed tests, tests next to files that have
// changed since REV (default: HEAD), and tests that import a changed helper. Other imports are not
// followed, because modules are imported through their index.ts, so nearly every test would be
// selected.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";

const IS_TEST = /\.test\.tsx?$/;

/** Returns the paths of the test files to run. Returns an empty list if there are none. */
export function changedTests(revision = "HEAD") {
  const changed = [
    ...git("diff", "--name-only", revision),
    ...git("ls-files", "--others", "--exclude-standard"),
  ].filter((file) => existsSync(file));
  const all = [...git("ls-files"), ...changed].filter((file) => IS_TEST.test(file));
  const beside = new Set(changed.filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file)).map(dirname));
  const helpers = changed.filter((file) => file.startsWith("test/support/")).map(usersOf);
  const wanted = new Set([...changed, ...helpers.flat()]);
  return [...new Set(all)].filter((file) => wanted.has(file) || beside.has(dirname(file)));
}

function usersOf(helper) {
  return git(
    "grep",
    "-l",
    "--fixed-strings",
    `/${basename(helper)}"`,
    "--",
    "*.test.ts",
    "*.test.tsx",
  );
}

function git(...args) {
  try {
    const output = execFileSync("git", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return output.split("\n").filter(Boolean);
  } catch (error) {
    // git grep exits with status 1 if it finds nothing.
    if (args[0] === "grep" && error.status === 1) return [];
    throw error;
  }
}
