// Installs the two dependency trees, side by side, when their lock files changed. A stamp in
// node_modules holds the hash of the lock it was installed from; a tree installed by hand is
// accepted when it holds what the lock asks for.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { runChild } from "./children.mjs";
import { fail, root, say, withoutConfiguration } from "./environment.mjs";

// The embedded Bitcoin node has a tree of its own: its dependencies are of 2018 and must not mix
// with ours.
const TREES = [root, join(root, "bitcoin", "embedded")];

// --include: right even under NODE_ENV=production. --ignore-scripts: no package runs code of its
// own here.
const FLAGS = [
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--no-audit",
  "--no-fund",
];

export async function installMissing() {
  // To the end of both: npm would go on alone when the other one fails first.
  const good = await Promise.all(TREES.map(installTree));
  const missing = TREES.filter((_, index) => !good[index]).map(placeOf);
  if (missing.length > 0)
    fail(`npm could not install the dependencies of ${missing.join(" and ")}; see above.`);
}

/** Returns whether the tree is there. */
async function installTree(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lock).digest("hex");
  const stamp = join(folder, "node_modules", ".install-stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true;
  if (!holdsAll(folder, JSON.parse(lock)) && !(await install(folder))) return false;
  writeFileSync(stamp, hash);
  return true;
}

async function install(folder) {
  const place = placeOf(folder);
  say(`installing the dependencies of ${place} ...`);
  const startedAt = Date.now();
  // --loglevel=error hides warnings about an old Node, which only installs and never runs the
  // project.
  const args = ["ci", ...FLAGS, "--loglevel=error", `--prefix=${folder}`];
  const env = withoutConfiguration();
  const cli = process.env.npm_execpath;
  const isScript = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const code = isScript
    ? await runChild(process.execPath, [cli, ...args], { cwd: folder, env })
    : await runChild("npm", args, { cwd: folder, env, shell: process.platform === "win32" });
  if (code === 0) say(`installed ${place} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return code === 0;
}

function placeOf(folder) {
  return relative(root, folder) || "the project";
}

function holdsAll(folder, lock) {
  const list = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return false;
  return missingPackages(lock, JSON.parse(readFileSync(list, "utf8")), process).length === 0;
}

/** Paths of packages that the lock asks for on this machine and that are not installed. */
export function missingPackages(lock, installed, machine) {
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => {
      if (path === "") return false;
      const present = installed.packages[path];
      return present ? present.version !== wanted.version : !isForOthers(wanted, machine);
    })
    .map(([path]) => path);
}

/** Optional packages for other machines are left out by npm. */
function isForOthers({ optional = false, os, cpu, libc }, { platform, arch }) {
  const isForUs = os?.includes(platform) && cpu?.includes(arch) && !libc;
  return optional && !isForUs;
}
