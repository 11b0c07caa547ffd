/**
 * Serves the built browser application: prerendered pages and hashed assets. The build's
 * `pages.json` maps paths to files.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { StartError } from "#platform";
import { PAGE_HEADERS } from "./page-headers.ts";

const siteMap = z.object({
  /** Maps paths such as `/track-transaction/:txId` to the files of their pages. */
  pages: z.record(z.string(), z.string()),
  notFound: z.string(),
  scriptHashes: z.array(z.string()),
});

export type SiteMap = z.infer<typeof siteMap>;

const CHANGE_PASSWORD = "/.well-known/change-password";
const NOT_CACHED = "no-cache";
const CACHED_FOREVER = "public, max-age=31536000, immutable";

export function readSiteMap(folder: string): SiteMap {
  const file = join(folder, "pages.json");
  if (!existsSync(file))
    throw new StartError("The web pages are not built. Run `npm start`, which builds them.");
  return siteMap.parse(JSON.parse(readFileSync(file, "utf8")));
}

export async function registerSite(
  app: FastifyInstance,
  folder: string,
  map: SiteMap,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    wildcard: true,
    setHeaders: (reply) => void reply.header("cache-control", NOT_CACHED),
  });
  // Asset names change with their content, so assets are cached forever and need no page headers.
  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply) {
      void reply.header("cache-control", CACHED_FOREVER);
      for (const name of PAGE_HEADERS) reply.removeHeader(name);
    },
  });
  for (const [path, file] of Object.entries(map.pages)) {
    app.get(path, { schema: { hide: true } }, (_, reply) => reply.sendFile(file));
  }
  // Redirects the URL that password managers open to change a password:
  // https://w3c.github.io/webappsec-change-password-url/
  app.get(CHANGE_PASSWORD, { schema: { hide: true } }, (_, reply) =>
    reply.redirect("/settings/password", 302),
  );
}
