/** What the operator's files of deploy/ say has to be what the product does. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.runIf(hasSystemd)("systemd understands the unit", () => {
  const unit = join(ROOT, "deploy", "hashfloor.service");
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  const aboutUs = stderr.split("\n").filter((line) => line.includes("hashfloor.service"));
  expect({ status, aboutUs }).toEqual({ status: 0, aboutUs: [] });
});
