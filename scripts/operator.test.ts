/** Tests that the operator's commands print the reason for a failure in one line. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test.each([
  [503, "", /^The installation at \S+ is not ready yet: try again in a moment\.\n$/],
  [502, "<html>", /^The installation at \S+ answered 502\.\n$/],
  [200, "<html>", /^The program at \S+ is not Hashfloor: set HOST and PORT\.\n$/],
  [422, '{"msg":"No such person."}', /^No such person\.\n$/],
])("a response %i with body '%s' is explained in one line", async (status, body, expectedText) => {
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-operator-"));
  writeFileSync(join(folder, "service-role-key"), "key");
  const server = createServer((_, answer) => answer.writeHead(status).end(body));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const command = ["scripts/recovery-link.mjs", "person@example.test"];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, DATA_DIR: folder, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  const [code] = (await once(child, "close")) as [number];
  server.close();
  rmSync(folder, { recursive: true });
  expect(text).toMatch(expectedText);
  expect(code).toBe(1);
});
