// The Node that everything runs under: the one of .node-version, from the dependencies, whatever
// the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./environment.mjs";

const PINNED = readFileSync(join(root, ".node-version"), "utf8").trim();

/** Ends the command, before the long install, where the pinned Node cannot come from npm. */
export function requireNode() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { platform, arch, versions } = process;
  const advice = nodeAdvice({ platform, arch, version: versions.node, pinned: PINNED, lock });
  if (advice !== undefined) fail(advice);
}

/** Returns undefined when this machine has a Node to run on or will get one from npm. */
export function nodeAdvice({ platform, arch, version, pinned, lock }) {
  if (isNewEnough(version, pinned)) return undefined;
  if (lock.packages[`node_modules/${packageName(platform, arch)}`]) return undefined;
  return (
    `Hashfloor runs on Node ${pinned}, which npm does not have for ${platform}-${arch}. ` +
    `Install Node ${majorOf(pinned)} or newer from https://nodejs.org and try again. This is Node ${version}.`
  );
}

export function pinnedNode() {
  if (process.versions.node === PINNED) return process.execPath;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const name = packageName(process.platform, process.arch);
  const own = join(root, "node_modules", name, "bin", program);
  if (existsSync(own)) {
    const trial = spawnSync(own, ["-p", "process.versions.node"], { encoding: "utf8" });
    if (trial.stdout?.trim() === PINNED) return own;
  }
  if (isNewEnough(process.versions.node, PINNED)) return process.execPath;
  return fail(
    `The Node ${PINNED} of the npm package ${name} does not run on this machine. ` +
      `Install Node ${majorOf(PINNED)} or newer from https://nodejs.org and try again.`,
  );
}

function packageName(platform, arch) {
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}

function isNewEnough(version, wanted) {
  return majorOf(version) >= majorOf(wanted);
}

function majorOf(version) {
  return Number(version.split(".")[0]);
}
