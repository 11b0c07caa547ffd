/**
 * Checks that the URL of every page in the router returns HTTP 200, and that the same URL with a
 * trailing slash redirects to the page.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type InstalledServer } from "../support/servers/server.ts";

interface Map {
  readonly pages: Readonly<Record<string, string>>;
  readonly signedIn: { readonly paths: readonly string[] };
}

// The build generates this file from the router's pages.
const map = JSON.parse(readFileSync("dist/web/pages.json", "utf8")) as Map;
const paths = Object.keys(map.pages).map((path) => path.replaceAll(/:\w+/g, "ab".repeat(32)));

let server: InstalledServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const visit = (path: string) =>
  fetch(server.url + path, { headers: { accept: "text/html" }, redirect: "manual" });

test("every page returns 200", async () => {
  const answers = await Promise.all(
    paths.map(async (path) => [path, (await visit(path)).status] as const),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  expect(paths).toContain(`/transaction/${"ab".repeat(32)}`);
});

test("a page with a trailing slash redirects to the page and keeps the query", async () => {
  const others = paths.filter((path) => path !== "/");
  const answers = await Promise.all(
    others.map(async (path) => {
      const { status, headers } = await visit(`${path}/?x=1`);
      return [status, headers.get("location")];
    }),
  );
  // A page whose last path segment may be empty returns 200 without a redirect.
  const isServed = ([status]: (typeof answers)[number]) => status === 200;
  const expected = others.map((path) => [308, `${path}?x=1`] as const);
  expect(answers.filter((answer) => !isServed(answer))).toEqual(
    expected.filter((_, place) => answers[place] && !isServed(answers[place])),
  );
  expect(answers.filter(isServed).length).toBeLessThan(others.length / 10);
});

test.each(["//login/", "//evil.example/", "/no/such/page/", "/api/v1/wallet/"])(
  "%s is not a page",
  async (path) => {
    expect([401, 403, 404]).toContain((await visit(path)).status);
  },
);
