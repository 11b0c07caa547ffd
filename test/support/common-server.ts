/**
 * One product for all browser tests that need no state of their own: each of their tests signs up
 * its own person. Who changes what everybody sees (settings, announcements, the desk) or moves the
 * clock opens a product of their own.
 */
import type { TestProject } from "vitest/node";
import { newInstallation } from "./installation.ts";
import { launchServer } from "./launch-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    commonUrl: string;
    /** Its data folder, with the operator's keys. */
    commonDataDir: string;
  }
}

/** May look and answer. Nobody gives this one a second factor. */
export const COMMON_ADMIN = { email: "admin@example.test", password: "correct horse battery" };

export default async function startCommonServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ name }) => name === "browser")) return undefined;
  const { dataDir, applicationUrl, remove } = await newInstallation(project.getProvidedContext());
  const { email, password } = COMMON_ADMIN;
  const server = await launchServer({
    dataDir,
    env: { DATABASE_URL: applicationUrl, ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
  });
  project.provide("commonUrl", server.url);
  project.provide("commonDataDir", dataDir);
  return async () => {
    await server.stop();
    await remove();
  };
}
