/** Installs Debian packages if this process runs as root on a machine with apt-get. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Seconds to wait while another program is installing packages. */
const LOCK_SECONDS = 60;

/**
 * Installs the given sets of packages in order until `find` finds the program. Returns undefined if
 * no set can be installed.
 */
export function installDebianPackage(
  what: string,
  choices: readonly (readonly string[])[],
  find: () => string | undefined,
): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  process.stderr.write(`installing ${what} ...\n`);
  // Prevents the packages from starting their services, because a program that needs a service
  // starts the service itself.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  // Hides apt-get's progress output, which must not mix with the caller's standard output.
  const quiet = { env, stdio: ["ignore", "ignore", "inherit"] as ("ignore" | "inherit")[] };
  const patient = ["-o", `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
  spawnSync("apt-get", [...patient, "update", "-qq"], quiet);
  for (const packages of choices) {
    const words = [...patient, "install", "-y", "-qq", "--no-install-recommends", ...packages];
    spawnSync("apt-get", words, quiet);
    const program = find();
    if (program !== undefined) return program;
  }
  return undefined;
}
