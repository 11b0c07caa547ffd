/** Checks that the operator's files in deploy/ match the product. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAYLOAD_BYTES_MAX } from "../platform/bus/wire.ts";
import type { ProgramUser } from "../platform/process/system-user.ts";
import { findNatsServer } from "./support/servers/nats-server.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
const USERS: Readonly<Record<ProgramUser, true>> = { "hashfloor-db": true, "hashfloor-node": true };

test.each([
  ["hashfloor.sysusers", /^u (\S+)/gm],
  ["Containerfile", /--uid \d+ (\S+)/g],
])("%s creates exactly the users that the product's programs run as", (name, made) => {
  const users = [...read(name).matchAll(made)].map(([, user]) => user);
  expect(new Set(users)).toEqual(new Set(Object.keys(USERS)));
});

test("unit and container have only the capabilities for changing file owners", () => {
  const wanted = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID"];
  const [, bound = ""] = /^CapabilityBoundingSet=(.*)$/m.exec(read("hashfloor.service")) ?? [];
  expect(bound.split(" ")).toEqual(wanted.map((name) => `CAP_${name}`));
  const added = [...read("Containerfile").matchAll(/--cap-add (\S+)/g)].map(([, name]) => name);
  expect(added).toEqual(wanted);
});

test.each([".dockerignore", ".gitignore"])("%s excludes a checkout's folders with keys", (file) => {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  const names = lines.map((line) => line.replace(/^\*\*\/|^\/|\/$/g, ""));
  const postgresql = readFileSync(join(ROOT, "docs", "operate", "postgresql.md"), "utf8");
  const documents = [postgresql, read("README.md"), read("failover/README.md")];
  const dataFolders = documents.flatMap((text) => [...text.matchAll(/DATA_DIR=\.\/(\w+)/g)]);
  const folders = dataFolders.map(([, folder = ""]) => folder);
  expect(names).toEqual(expect.arrayContaining(["data", "keys", ".env", "*.log", ...folders]));
});

const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;

test.runIf(hasHaproxy)("HAProxy accepts its configuration file", () => {
  const file = join(ROOT, "deploy", "failover", "haproxy.cfg");
  const { status, stderr } = spawnSync("haproxy", ["-c", "-q", "-f", file], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

const nats = findNatsServer();

test.runIf(nats !== undefined)("NATS accepts its configuration file", () => {
  const words = ["-t", "-c", join(ROOT, "deploy", "failover", "nats.conf")];
  const env = { ...process.env, NATS_PASSWORD: "p4ssword" };
  const { status, stderr } = spawnSync(nats ?? "", words, { env, encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("is valid"),
  });
});

test("NATS accepts the product's largest event", () => {
  const file = read("failover/nats.conf");
  const [, bytesMax] = /^max_payload: (\d+)$/m.exec(file) ?? [];
  expect(Number(bytesMax)).toBeGreaterThan(2 * PAYLOAD_BYTES_MAX);
  const hosts = [...file.matchAll(/([\d.]+):6222/g)].map(([, host]) => host);
  const etcdServers = [...read("failover/etcd.env").matchAll(/=http:\/\/([\d.]+):2380/g)];
  expect(new Set(hosts)).toEqual(new Set(etcdServers.map(([, host]) => host)));
});

test("HAProxy's servers are the same as Patroni's", () => {
  const addresses = (text: string, port: number) =>
    new Set([...text.matchAll(new RegExp(`([\\d.]+):${port}`, "g"))].map(([, host]) => host));
  const patroni = read("failover/patroni.yml");
  const [own] = addresses(patroni, 5432);
  const databases = addresses(read("failover/haproxy.cfg"), 5432);
  expect(databases.has(own)).toBe(true);
  const etcdServers = addresses(read("failover/etcd.env"), 2380);
  expect(addresses(patroni, 2379)).toEqual(etcdServers);
  expect([...databases].filter((host) => !etcdServers.has(host))).toEqual([]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test
  .runIf(hasSystemd)
  .each(["hashfloor.service", "hashfloor-backup.service", "hashfloor-backup.timer"])(
  "systemd accepts %s",
  (name) => {
    const unit = join(ROOT, "deploy", name);
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    const aboutUs = stderr.split("\n").filter((line) => line.includes(name));
    expect({ status, aboutUs }).toEqual({ status: 0, aboutUs: [] });
  },
);

test("the backup service has exactly the product's settings and permissions", () => {
  const linesOf = (name: string) =>
    read(name)
      .split("\n")
      .filter((line) =>
        /^(?:Environment|EnvironmentFile=-|\w+Directory|WorkingD|Cap|Prot|Priv|Restrict|System|No)/.test(
          line,
        ),
      );
  const more = ["RuntimeDirectoryPreserve=yes"];
  expect(new Set(linesOf("hashfloor-backup.service"))).toEqual(
    new Set([
      ...linesOf("hashfloor.service"),
      ...more,
      "EnvironmentFile=/etc/hashfloor-backup.env",
    ]),
  );
  expect(read("hashfloor-backup.service")).toMatch(/^ExecStart=.* --keep'$/m);
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

test.runIf(hasPromtool)("the Prometheus rules are valid and fire when expected", () => {
  const cwd = join(ROOT, "deploy", "monitoring");
  for (const words of [
    ["check", "config", "prometheus.yml"],
    ["check", "config", "prometheus-compose.yml"],
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", words, { cwd, encoding: "utf8" });
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({
      status: 0,
      output: "",
    });
  }
});
