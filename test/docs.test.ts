/** Checks the documents' links and spelling. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);
const tracked = await run("git", ["ls-files", "*.md"], { cwd: ROOT });
const documents = tracked.stdout
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));

const withoutCode = (text: string) =>
  text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");

/** Returns the anchor ids that GitHub generates for a file's headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/^```.*?^```/gms, "");
  const counts = new Map<string, number>();
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    const words = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function isBroken(from: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : relative(ROOT, join(ROOT, dirname(from), decodeURI(path)));
  if (file.startsWith("..") || !existsSync(join(ROOT, file))) return true;
  if (anchor === undefined) return false;
  return !statSync(join(ROOT, file)).isFile() || !anchorsOf(file).has(anchor);
}

describe("links", () => {
  test.each(documents)("%s has no broken link", (file) => {
    const text = withoutCode(readFileSync(join(ROOT, file), "utf8"));
    const targets = [...text.matchAll(/\]\(<?([^)\s>]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => isBroken(file, target))).toEqual([]);
  });

  test("the documentation index lists each page in docs/", () => {
    const index = readFileSync(join(ROOT, "docs", "README.md"), "utf8");
    const pages = documents
      .map((file) => relative("docs", file))
      .filter((page) => /^(operate\/)?[\w-]+\.md$/.test(page) && page !== "README.md");
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });
});

test("the documents have no spelling errors", async () => {
  const cspell = join(ROOT, "node_modules", "cspell", "bin.mjs");
  const words = [cspell, "lint", "--no-progress", "--no-summary", "--config", "cspell.json"];
  const outcome = await run(process.execPath, words, { cwd: ROOT }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
  expect(outcome).toBe("");
});
