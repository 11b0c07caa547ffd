// The Node that everything runs under: the one of .node-version, from the dependencies, whatever
// the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root } from "./environment.mjs";

export function pinnedNode() {
  const pinned = readFileSync(join(root, ".node-version"), "utf8").trim();
  const major = Number(pinned.split(".")[0]);
  if (process.versions.node === pinned) return process.execPath;
  const system = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const own = join(root, "node_modules", `node-${system}-${process.arch}`, "bin", program);
  if (existsSync(own)) {
    const trial = spawnSync(own, ["-p", "process.versions.node"], { encoding: "utf8" });
    if (trial.stdout?.trim() === pinned) return own;
  }
  if (Number(process.versions.node.split(".")[0]) >= major) return process.execPath;
  return fail(
    `This project runs on Node ${pinned}, which npm does not have for ${process.platform}-${process.arch}. ` +
      `Install Node ${major} or newer and try again.`,
  );
}
