/** What the trial runs on, from Debian 12, and the browser that it drives. */
import { execFileSync } from "node:child_process";
import { ensureChromium } from "../../../scripts/chromium.ts";

const PACKAGES = "postgresql-15 patroni etcd-server haproxy pgbouncer nats-server iproute2".split(
  " ",
);

/** Installs what is missing. Throws an Error with one line when that cannot be done. */
export function installPackages(): void {
  if (process.getuid?.() !== 0)
    throw new Error("It has to run as root: it starts servers as others.");
  ensureChromium();
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  process.stderr.write(`Installing ${missing.join(", ")} ...\n`);
  try {
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", ...missing], {
      stdio: ["ignore", "ignore", "pipe"],
      // Their services stay off: the trial starts its own.
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
