/** What the operator's files of deploy/ say has to be what the product does. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProgramUser } from "../platform/process/system-user.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
const USERS: Readonly<Record<ProgramUser, true>> = { "hashfloor-db": true, "hashfloor-node": true };

test.each([
  ["hashfloor.sysusers", /^u (\S+)/gm],
  ["Containerfile", /--uid \d+ (\S+)/g],
])("%s makes the users that the product starts programs as, and no other", (name, made) => {
  const users = [...read(name).matchAll(made)].map(([, user]) => user);
  expect(new Set(users)).toEqual(new Set(Object.keys(USERS)));
});

test("unit and container keep the rights that giving files and programs away takes, and no other", () => {
  const wanted = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID"];
  const [, bound = ""] = /^CapabilityBoundingSet=(.*)$/m.exec(read("hashfloor.service")) ?? [];
  expect(bound.split(" ")).toEqual(wanted.map((name) => `CAP_${name}`));
  const added = [...read("Containerfile").matchAll(/--cap-add (\S+)/g)].map(([, name]) => name);
  expect(added).toEqual(wanted);
});

describe("alerts and dashboard", () => {
  const sources = readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(ROOT, "server", name), "utf8"));
  const ours = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\bname: "([a-z]+_[a-z_]+)"/g)].map(([, name]) => name),
    ),
  );
  const EVERY_PROCESS = /^process_/;
  const asked = (text: string) =>
    [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+)\b(?=\s*(?:[{[)><=!/]|$| or ))/gm)]
      .map(([, name = ""]) => name.replace(/_(bucket|count|sum)$/, ""))
      .filter((name) => !/^(histogram_quantile)$/.test(name));
  const expressionsOf: Readonly<Record<string, readonly string[]>> = {
    alerts: [...read("prometheus/alerts.yml").matchAll(/^\s+expr: (.*)$/gm)].map(
      ([, one = ""]) => one,
    ),
    dashboard: (
      JSON.parse(read("grafana/hashfloor.json")) as {
        panels: { targets: { expr: string }[] }[];
      }
    ).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  };

  test.each(Object.keys(expressionsOf))("the %s asks only for figures that there are", (of) => {
    const names = (expressionsOf[of] ?? []).flatMap(asked);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !ours.has(name) && !EVERY_PROCESS.test(name))).toEqual([]);
  });

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
  test.runIf(hasPromtool)("Prometheus understands the rules", () => {
    const rules = join(ROOT, "deploy", "prometheus", "alerts.yml");
    const { status, stderr } = spawnSync("promtool", ["check", "rules", rules], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;

test.runIf(hasHaproxy)("HAProxy understands its file", () => {
  const file = join(ROOT, "deploy", "failover", "haproxy.cfg");
  const { status, stderr } = spawnSync("haproxy", ["-c", "-q", "-f", file], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("the servers of HAProxy are those of Patroni, and there is one keeper of the lease at each", () => {
  const addresses = (text: string, port: number) =>
    new Set([...text.matchAll(new RegExp(`([\\d.]+):${port}`, "g"))].map(([, host]) => host));
  const patroni = read("failover/patroni.yml");
  const [own] = addresses(patroni, 5432);
  const databases = addresses(read("failover/haproxy.cfg"), 5432);
  expect(databases.has(own)).toBe(true);
  const keepers = addresses(read("failover/etcd.env"), 2380);
  expect(addresses(patroni, 2379)).toEqual(keepers);
  expect([...databases].filter((host) => !keepers.has(host))).toEqual([]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd understands the unit", () => {
  const unit = join(ROOT, "deploy", "hashfloor.service");
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  const aboutUs = stderr.split("\n").filter((line) => line.includes("hashfloor.service"));
  expect({ status, aboutUs }).toEqual({ status: 0, aboutUs: [] });
});
