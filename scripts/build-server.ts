/** Bundles the code of the server and its child processes into `dist/server`. */
import { joinPrograms } from "./join-programs.ts";

/** Source files that are started separately: the product, its processes and its threads. */
export const PROGRAMS = [
  "server/start.ts",
  "modules/wallet/signer/main.ts",
  "modules/pool/process/main.ts",
  "modules/pool/house-rig/main.ts",
  "modules/users/passwords/hash-worker.ts",
  "modules/forex/price-files/read-worker.ts",
];

export async function buildServer(): Promise<void> {
  await joinPrograms({ folder: "server", programs: PROGRAMS });
}

if (import.meta.main) await buildServer();
