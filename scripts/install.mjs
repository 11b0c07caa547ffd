// Installs the two dependency trees in parallel if their lock files have changed. A stamp in
// node_modules contains the hash of the installed lock file. A tree that was installed by hand is
// accepted if it contains every package of the lock file.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./children.mjs";
import { fail, root, say, secondsSince, withoutConfiguration } from "./environment.mjs";

// The embedded Bitcoin node has a separate tree, because its packages from 2018 must not mix with
// the product's.
const TREES = [
  { path: "", name: "the project", size: "about 800 MB on disk" },
  { path: "modules/bitcoin/embedded", name: "modules/bitcoin/embedded", size: "20 MB" },
];

// --include: installs all packages even with NODE_ENV=production. --ignore-scripts: no package runs
// its own code during the install. --loglevel=error: hides warnings about an outdated Node, because
// that Node only runs the install.
const NPM_CI =
  "ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --no-progress --loglevel=error";

export async function installMissing() {
  const missing = TREES.map(readTree).filter((tree) => !isInstalled(tree));
  if (missing.length === 0) return;
  const names = missing.map(({ name, size }) => `${name} (${size})`).join(" and ");
  say(`Installing the packages of ${names}. This takes one to three minutes ...`);
  const startedAt = Date.now();
  // Waits for both installs, because one npm would otherwise keep running after the other npm
  // failed.
  const codes = await Promise.all(missing.map(install));
  const failed = missing.filter((_, index) => codes[index] !== 0).map(({ name }) => name);
  if (failed.length > 0)
    fail(`npm could not install the packages of ${failed.join(" and ")}. The reason is above.`);
  say(`Installed in ${secondsSince(startedAt)}.`);
}

function readTree({ path, ...tree }) {
  const folder = join(root, path);
  const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lock).digest("hex");
  return { ...tree, folder, lock, hash, stamp: join(folder, "node_modules", ".install-stamp") };
}

function isInstalled({ folder, lock, hash, stamp }) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return true;
  const list = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return false;
  const installed = JSON.parse(readFileSync(list, "utf8"));
  if (missingPackages(JSON.parse(lock), installed, process).length > 0) return false;
  writeFileSync(stamp, hash);
  return true;
}

async function install({ folder, hash, stamp }) {
  const args = [...NPM_CI.split(" "), `--prefix=${folder}`];
  // npm prints its summary to standard output and its errors to standard error.
  const stdio = ["ignore", "ignore", "inherit"];
  const options = { cwd: folder, env: withoutConfiguration(), stdio };
  const cli = process.env.npm_execpath ?? "";
  const code = /npm-cli\.c?js$/.test(cli)
    ? await runChild(process.execPath, [cli, ...args], options)
    : await runChild("npm", args, { ...options, shell: process.platform === "win32" });
  if (code === 0) writeFileSync(stamp, hash);
  return code;
}

/**
 * Returns the paths of packages that the lock file requires on this machine but that are not
 * installed.
 */
export function missingPackages(lock, installed, { platform, arch }) {
  // Packages for other platforms are not missing, because npm skips optional packages for other
  // platforms.
  const isForOthers = ({ optional = false, os, cpu, libc }) =>
    optional && !(os?.includes(platform) && cpu?.includes(arch) && !libc);
  const { "": _root, ...packages } = lock.packages;
  return Object.keys(packages).filter((path) => {
    const present = installed.packages[path];
    return present ? present.version !== packages[path].version : !isForOthers(packages[path]);
  });
}
