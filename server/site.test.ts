/** Tests the site's URLs that are not pages. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { diskFolder, removeFolder } from "../test/support/servers/scratch-folder.ts";
import { registerSite } from "./site.ts";

test("password managers are redirected to the page for changing the password", async () => {
  const folder = diskFolder();
  mkdirSync(join(folder, "assets"));
  const app = fastify();
  const map = { pages: {}, notFound: "", scriptHashes: [] };
  await registerSite(app, folder, map);
  const answer = await app.inject("/.well-known/change-password");
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe("/settings/password");
  await app.close();
  removeFolder(folder);
});
