/**
 * One product for all browser tests that need no state of their own: each of their tests signs up
 * its own person. Who changes what everybody sees (settings, announcements, the desk) or moves the
 * clock opens a product of their own.
 */
import type { TestProject } from "vitest/node";
import { newInstallation } from "./installation.ts";
import { launchServer } from "./launch-server.ts";
import { signIn, type SessionTokens } from "./person.ts";
import { withSecondFactor } from "./two-administrators.ts";

declare module "vitest" {
  export interface ProvidedContext {
    commonUrl: string;
    /** Its data folder, with the operator's keys. */
    commonDataDir: string;
    /** The administrator's session, which has proved a second factor. */
    commonAdmin: SessionTokens;
  }
}

/** May look and answer. `administratorOf` hands out the one session, with its second factor. */
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
  const admin = await withSecondFactor(await signIn(server.url, email, password));
  const { data } = await admin.auth.getSession();
  const { access_token = "", refresh_token = "" } = data.session ?? {};
  project.provide("commonAdmin", { access_token, refresh_token });
  return async () => {
    await server.stop();
    await remove();
  };
}
