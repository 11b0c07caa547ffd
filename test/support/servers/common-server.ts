/**
 * Starts one product that browser tests share. Each test signs up its own user. Tests that change
 * shared state (settings, announcements, the desk) or move the clock start a separate product. The
 * shared product starts at the first request, because even an idle product uses CPU time.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { newInstallation } from "./installation.ts";
import { launchServer } from "./launch-server.ts";
import { signIn, type SessionTokens } from "../people/person.ts";
import { withSecondFactor } from "../people/two-administrators.ts";

export interface CommonServer {
  readonly url: string;
  /** The product's data folder, which contains the operator's keys. */
  readonly dataDir: string;
  /** The administrator's session, which has verified an authenticator code. */
  readonly admin: SessionTokens;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** URL that starts the shared product if necessary and returns its details. */
    commonServerDoor: string;
  }
}

/**
 * The shared administrator's credentials. After a sign-in with only the password, the administrator
 * may view pages and answer users. `administratorOf` returns the shared session with two-factor
 * authentication.
 */
export const COMMON_ADMIN = { email: "admin@example.test", password: "correct horse battery" };

let opening: Promise<CommonServer> | undefined;

export function commonServer(): Promise<CommonServer> {
  opening ??= askAtDoor();
  return opening;
}

async function askAtDoor(): Promise<CommonServer> {
  const answer = await fetch(inject("commonServerDoor"));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as CommonServer;
}

export default async function offerCommonServer(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ name }) => name === "browser")) return undefined;
  let started: ReturnType<typeof start> | undefined;
  const door = createServer((_, answer) => {
    started ??= start(project);
    started.then(
      ({ server }) => answer.end(JSON.stringify(server)),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  project.provide("commonServerDoor", `http://127.0.0.1:${port}/`);
  return async () => {
    door.closeAllConnections();
    door.close();
    await (await started)?.stop();
  };
}

async function start(project: TestProject) {
  const { dataDir, applicationUrl, remove } = await newInstallation(project.getProvidedContext());
  const { email, password } = COMMON_ADMIN;
  const launched = await launchServer({
    dataDir,
    env: { DATABASE_URL: applicationUrl, ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
  });
  const { url } = launched;
  const { auth } = await withSecondFactor(await signIn(url, email, password));
  const { data } = await auth.getSession();
  const { access_token = "", refresh_token = "" } = data.session ?? {};
  const server: CommonServer = { url, dataDir, admin: { access_token, refresh_token } };
  return {
    server,
    async stop() {
      await launched.stop();
      await remove();
    },
  };
}
