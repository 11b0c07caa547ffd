// Finds the Node that runs everything: the version in .node-version, installed as a dependency,
// regardless of the machine's own Node (docs/decisions/0068-node-comes-from-npm.md).
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./environment.mjs";

const PINNED = readFileSync(join(root, ".node-version"), "utf8").trim();
const majorOf = (version) => Number(version.split(".")[0]);
const packageName = (platform, arch) => `node-${platform === "win32" ? "win" : platform}-${arch}`;
const install = (version) =>
  `Install Node ${majorOf(version)} or newer from https://nodejs.org and try again.`;

/**
 * Ends the command before the long install if npm does not provide the pinned Node for this
 * machine.
 */
export function requireNode() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { platform, arch, versions } = process;
  const advice = nodeAdvice({ platform, arch, version: versions.node, pinned: PINNED, lock });
  if (advice !== undefined) fail(advice);
}

/**
 * Returns advice for the operator. Returns undefined if this machine has a suitable Node, or if npm
 * will install one.
 */
export function nodeAdvice({ platform, arch, version, pinned, lock }) {
  if (majorOf(version) >= majorOf(pinned)) return undefined;
  if (lock.packages[`node_modules/${packageName(platform, arch)}`]) return undefined;
  return `Hashfloor runs on Node ${pinned}, which npm does not have for ${platform}-${arch}. ${install(pinned)} This is Node ${version}.`;
}

export function pinnedNode() {
  const { platform, arch, execPath, versions } = process;
  if (versions.node === PINNED) return execPath;
  const name = packageName(platform, arch);
  const own = join(root, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node");
  // The output is undefined if the file is missing or does not run on this machine.
  const trial = spawnSync(own, ["-p", "process.versions.node"], { encoding: "utf8" });
  if (trial.stdout?.trim() === PINNED) return own;
  if (majorOf(versions.node) >= majorOf(PINNED)) return execPath;
  return fail(
    `The Node ${PINNED} of the npm package ${name} does not run on this machine. ${install(PINNED)}`,
  );
}
