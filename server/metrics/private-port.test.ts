/** Tests the operator's port: its address, its callers, and its health reports. */
import { createServer, type AddressInfo, type Server } from "node:net";
import { Registry } from "prom-client";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog, StartError } from "#platform";
import { rawAnswer } from "../../test/support/servers/raw-request.ts";
import type { Checks } from "../health/readiness.ts";
import { startPrivatePort, type PrivatePort, type PrivatePortDeps } from "./private-port.ts";

let open: PrivatePort | undefined;
let other: Server | undefined;

afterEach(async () => {
  await open?.stop();
  other?.close();
  [open, other] = [undefined, undefined];
});

interface Given extends Partial<PrivatePortDeps> {
  readonly checks?: Checks;
}

async function start({ checks = {}, ...options }: Given = {}): Promise<PrivatePort> {
  open = await startPrivatePort({
    log: silentLog,
    host: "127.0.0.1",
    wanted: undefined,
    webPort: 0,
    registry: new Registry(),
    readiness: {
      checkNow: async () => checks,
      hasStarted: () => false,
      stop: () => undefined,
      isStopping: () => false,
    },
    isLive: () => true,
    ...options,
  });
  return open;
}

async function otherProgram(): Promise<number> {
  const server = createServer();
  other = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

test("a METRICS_PORT that is in use stops the start with a one-line error", async () => {
  const wanted = await otherProgram();
  await expect(start({ wanted })).rejects.toThrow(StartError);
  await expect(start({ wanted })).rejects.toThrow(/^METRICS_PORT: \d+ is in use/);
});

test("a second installation takes a free port if the default is in use", async () => {
  const occupied = await otherProgram();
  const warn = vi.fn<() => void>();
  const log = { ...silentLog, info: () => undefined, warn } as unknown as PrivatePortDeps["log"];
  const { url } = await start({ webPort: occupied - 6_464, log });
  expect(warn).toHaveBeenCalledWith({ port: occupied }, expect.stringContaining("in use"));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(new URL(url).port).not.toBe(String(occupied));
});

test("readiness returns the details of each check, with 503 if one fails", async () => {
  const ok = { state: "ok", detail: "writable" } as const;
  const { url } = await start({ checks: { database: ok } });
  const good = await fetch(`${url}/readyz`);
  expect([good.status, await good.json()]).toEqual([200, { checks: { database: ok } }]);
  await open?.stop();
  const bad = await start({
    checks: { database: ok, disk: { state: "failing", detail: "0.1 % free" } },
  });
  const answer = await fetch(`${bad.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ checks: { disk: { detail: "0.1 % free" } } });
});

test("a hanging event loop or an unfinished start returns 503", async () => {
  const { url } = await start({ isLive: () => false });
  expect((await fetch(`${url}/livez`)).status).toBe(503);
  expect((await fetch(`${url}/startupz`)).status).toBe(503);
});

test("only GET, known paths and this machine's own names are accepted", async () => {
  const { url } = await start();
  const { host } = new URL(url);
  expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${url}/`)).status).toBe(404);
  const fetchAs = (name: string) =>
    rawAnswer(url, `GET /metrics HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  expect(await fetchAs(host)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await fetchAs("installation.attacker.example")).toMatch(/^HTTP\/1\.1 403 /);
});

test("METRICS_HOST sets the listening address and the only accepted name", async () => {
  const { url } = await start({ host: "127.0.0.7" });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.7:\d+$/);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
  const fetchAs = (name: string) =>
    rawAnswer(url, `GET /metrics HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  expect(await fetchAs("web1:9464")).toMatch(/^HTTP\/1\.1 403 /);
  await open?.stop();
  await expect(start({ host: "203.0.113.9" })).rejects.toThrow(
    /^METRICS_HOST: 203\.0\.113\.9 is not an address of this machine\.$/,
  );
});
