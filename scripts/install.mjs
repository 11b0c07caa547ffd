// Installs the two dependency trees, side by side, when their lock files changed. A stamp in
// node_modules holds the hash of the lock it was installed from; a tree installed by hand is
// accepted when it holds what the lock asks for.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./children.mjs";
import { fail, root, say, secondsSince, withoutConfiguration } from "./environment.mjs";

// The embedded Bitcoin node has a tree of its own: its dependencies are of 2018 and must not mix
// with ours.
const TREES = [
  { folder: root, name: "the project", size: "about 800 MB on disk" },
  {
    folder: join(root, "modules", "bitcoin", "embedded"),
    name: "modules/bitcoin/embedded",
    size: "20 MB",
  },
];

// --include: right even under NODE_ENV=production. --ignore-scripts: no package runs code of its
// own here.
const FLAGS = [
  "--ignore-scripts",
  "--include=dev",
  "--include=optional",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  // Not the warnings about an old Node, which only installs and never runs the project.
  "--loglevel=error",
];

export async function installMissing() {
  const missing = TREES.filter((tree) => !isInstalled(tree));
  if (missing.length === 0) return;
  const names = missing.map(({ name, size }) => `${name} (${size})`).join(" and ");
  say(`Installing the packages of ${names}. This takes one to three minutes ...`);
  const startedAt = Date.now();
  // To the end of both: npm would go on alone when the other one fails first.
  const codes = await Promise.all(missing.map(({ folder }) => install(folder)));
  const failed = missing.filter((_, index) => codes[index] !== 0).map(({ name }) => name);
  if (failed.length > 0)
    fail(`npm could not install the packages of ${failed.join(" and ")}. The reason is above.`);
  say(`Installed in ${secondsSince(startedAt)}.`);
}

function isInstalled({ folder }) {
  const { lock, hash, stamp } = readTree(folder);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true;
  if (!holdsAll(folder, JSON.parse(lock))) return false;
  writeFileSync(stamp, hash);
  return true;
}

async function install(folder) {
  const args = ["ci", ...FLAGS, `--prefix=${folder}`];
  // npm's summary goes to its standard output, its errors to the other one.
  const options = {
    cwd: folder,
    env: withoutConfiguration(),
    stdio: ["ignore", "ignore", "inherit"],
  };
  const cli = process.env.npm_execpath;
  const isScript = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const code = isScript
    ? await runChild(process.execPath, [cli, ...args], options)
    : await runChild("npm", args, { ...options, shell: process.platform === "win32" });
  const { hash, stamp } = readTree(folder);
  if (code === 0) writeFileSync(stamp, hash);
  return code;
}

function readTree(folder) {
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lock).digest("hex");
  return { lock, hash, stamp: join(folder, "node_modules", ".install-stamp") };
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
