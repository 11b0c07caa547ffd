/** Tests that the programs that build the pages do not receive the installation's settings. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("no setting reaches the programs that build the pages", () => {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-build-"));
  try {
    mkdirSync(join(folder, "web"));
    writeFileSync(join(folder, "web", "index.html"), "");
    const [program, outputFile] = [join(folder, "node"), join(folder, "told")];
    writeFileSync(program, `#!/bin/sh\nenv >> ${outputFile}\n`);
    chmodSync(program, 0o755);
    const module = join(import.meta.dirname, "build-web.mjs");
    const build = `const { buildWeb } = await import(${JSON.stringify(module)});
      await buildWeb(${JSON.stringify(program)}); process.exit();`;
    const secrets = { ADMIN_PASSWORD: "planted", SMTP_URL: "smtp://floor:planted@mail.test" };
    spawnSync(process.execPath, ["--input-type=module", "-e", build], {
      cwd: folder,
      env: { ...process.env, ...secrets, BACKUP_PASSPHRASE: "planted" },
    });
    const environment = readFileSync(outputFile, "utf8");
    expect(environment).toContain("NODE_ENV=production");
    expect(environment).not.toContain("planted");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
