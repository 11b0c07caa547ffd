/** Tests that request metrics are labelled by route template, never by the requested path. */
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { defineRefusals, silentLog } from "#platform";
import { createHttpServer } from "../http.ts";
import { addRequestFigures } from "./request-figures.ts";

const refuse = defineRefusals({
  not_signed_in: { status: 401, title: "Not signed in", text: "Sign in to go on." },
  no_coins: { status: 409, title: "No coins", text: "There are none." },
});

test("metrics are labelled by template, status and reason, without ids or addresses", async () => {
  const app = await createHttpServer({
    log: silentLog,
    inlineHashes: { scripts: [], styles: [] },
    connectHosts: [],
  });
  const registry = new Registry();
  addRequestFigures(registry, app);
  app.get("/api/v1/things/:id", async () => ({}));
  app.get("/api/v1/mine/:id", async () => {
    throw refuse.not_signed_in();
  });
  app.get("/api/v1/none/:id", async () => {
    throw refuse.no_coins();
  });
  await app.register(async (inner) => {
    inner.setErrorHandler((_error, _request, reply) => reply.code(400).send({}));
    inner.post("/token", async () => {
      throw Object.assign(new Error("no"), { code: "refresh_token_already_used" });
    });
  });
  for (const url of ["things", "mine", "none", "nowhere"])
    await app.inject(`/api/v1/${url}/id-of-zoe?email=who@floor.test`);
  await app.inject({ method: "POST", url: "/token" });
  const text = await registry.metrics();
  const counts = text
    .split("\n")
    .filter((line) => line.startsWith("http_request_duration_seconds_count"));
  expect(counts).toEqual([
    'http_request_duration_seconds_count{method="GET",route="/api/v1/things/:id",status="200"} 1',
    'http_request_duration_seconds_count{method="GET",route="/api/v1/mine/:id",status="401"} 1',
    'http_request_duration_seconds_count{method="GET",route="/api/v1/none/:id",status="409"} 1',
    'http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
    'http_request_duration_seconds_count{method="POST",route="/token",status="400"} 1',
  ]);
  expect(text).toContain('auth_fail_total{reason="not_signed_in"} 1\n');
  expect(text).toContain('auth_fail_total{reason="refresh_token_already_used"} 1\n');
  expect(text).toContain('auth_fail_total{reason="invalid_credentials"} 0\n');
  expect(text).toContain("refresh_reuse_total 1\n");
  expect(text).not.toContain("no_coins");
  expect(text).not.toMatch(/zoe|who@/);
  await app.close();
});
