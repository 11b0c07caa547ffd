/**
 * Tests that the user for programs started by root is found or created, or that the reason for a
 * failure is returned.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOrMake } from "./system-user.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hashfloor-users-"));
  writeFileSync(book().passwd, "root:x:0:0::/root:/bin/sh\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const book = () => ({ passwd: join(folder, "passwd"), useradd: [join(folder, "useradd")] });

/**
 * A fake useradd that runs the given shell lines. It records each call in `runs`, with its
 * environment.
 */
function useradd(lines: string): void {
  const [program = ""] = book().useradd;
  writeFileSync(
    program,
    `#!/bin/sh\nenv >> ${folder}/runs\necho "$*" >> ${folder}/runs\n${lines}\n`,
  );
  chmodSync(program, 0o755);
}

const line = (name: string) => `${name}:x:996:995::/nonexistent:/usr/sbin/nologin`;

test("a missing user is created once, without a log-in shell or our environment", () => {
  useradd(`echo '${line("hashfloor-db")}' >> ${book().passwd}`);
  process.env["ADMIN_PASSWORD"] = "not for programs";
  for (let round = 0; round < 3; round += 1)
    expect(findOrMake("hashfloor-db", book())).toEqual({ uid: 996, gid: 995 });
  delete process.env["ADMIN_PASSWORD"];
  const runs = readFileSync(join(folder, "runs"), "utf8");
  expect(runs.match(/hashfloor-db/g)).toHaveLength(1);
  expect(runs).toContain("--system");
  expect(runs).toContain("/usr/sbin/nologin");
  expect(runs).not.toContain("not for programs");
});

test("a user that another start creates at the same time is used", () => {
  useradd(`echo '${line("hashfloor-node")}' >> ${book().passwd}; echo "exists" >&2; exit 9`);
  expect(findOrMake("hashfloor-node", book())).toEqual({ uid: 996, gid: 995 });
});

test("the reason is returned if a user cannot be created", () => {
  expect(findOrMake("hashfloor-db", book())).toBe("there is no useradd");
  useradd(`echo "useradd: cannot lock /etc/passwd; try again later." >&2; exit 1`);
  expect(findOrMake("hashfloor-db", book())).toBe(
    "useradd: cannot lock /etc/passwd; try again later.",
  );
  rmSync(book().passwd);
  expect(findOrMake("hashfloor-db", book())).toContain("cannot lock");
  expect(existsSync(book().passwd)).toBe(false);
});
