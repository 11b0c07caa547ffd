/**
 * Installs the Debian 12 packages that the trial needs, and the browser that the trial controls.
 */
import { execFileSync } from "node:child_process";
import { ensureChromium } from "../../../scripts/chromium.ts";

const PACKAGES = "postgresql-15 patroni etcd-server haproxy pgbouncer nats-server iproute2".split(
  " ",
);

/** Installs missing packages. Throws an Error with a one-line message if that fails. */
export function installPackages(): void {
  if (process.getuid?.() !== 0)
    throw new Error("Run it as root, because it starts servers as other users.");
  ensureChromium();
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(", ")} ...\n`);
  try {
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", ...missing], {
      stdio: ["ignore", "ignore", "pipe"],
      // The trial starts its own services, so prevent the packages from starting theirs.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
  } catch {
    throw new Error(
      `apt-get cannot install ${missing.join(", ")}: it wants Debian 12 and its archive.`,
    );
  }
  for (const name of ["patroni", "etcd", "haproxy", "pgbouncer", "postgresql", "nats-server"])
    execFileSync("sh", ["-c", `systemctl disable --now ${name} 2>/dev/null || true`]);
}

function isInstalled(name: string): boolean {
  try {
    const status = execFileSync("dpkg-query", ["--show", "--showformat=${Status}", name], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status.endsWith(" installed");
  } catch {
    return false;
  }
}
