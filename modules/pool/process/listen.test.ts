import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selfMadeCertificate } from "../../../test/support/servers/certificate.ts";
import { memoryFolder, removeFolder } from "../../../test/support/servers/scratch-folder.ts";
import { listenForMiners } from "./listen.ts";

const other = createServer();
const folder = memoryFolder();
let usedPort: number;
const host = "127.0.0.1";

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, host, resolve));
  usedPort = (other.address() as AddressInfo).port;
});
afterAll(() => {
  other.close();
  removeFolder(folder);
});

const listen = (places: Partial<Parameters<typeof listenForMiners>[0]>) =>
  listenForMiners({ host, port: 0, isAnyPortGood: false, tls: null, ...places }, greet);

function greet(socket: Socket): void {
  socket.on("error", () => undefined).end("hello");
}

test("if STRATUM_PORT is in use, the one-line error names the variable", async () => {
  await expect(listen({ port: usedPort })).rejects.toThrow(
    `STRATUM_PORT: ${usedPort} is in use by another program or not allowed. Choose another port.`,
  );
  await expect(listen({ host: "203.0.113.9" })).rejects.toThrow(
    /^STRATUM_HOST: cannot listen on 203.0.113.9/,
  );
});

test("without STRATUM_PORT, a free port is used if the default port is taken", async () => {
  const listening = await listen({ port: usedPort, isAnyPortGood: true });
  expect(listening.ports.port).not.toBe(usedPort);
  expect(listening.ports.tlsPort).toBeNull();
  listening.close();
});

test("an unreadable TLS file aborts the start", async () => {
  const { cert, key } = selfMadeCertificate();
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  await expect(listen({ tls: { port: 0, certFile: "nowhere.pem", keyFile } })).rejects.toThrow(
    /^STRATUM_TLS_CERT: nowhere.pem cannot be read/,
  );
  await expect(listen({ tls: { port: usedPort, certFile, keyFile } })).rejects.toThrow(
    /^STRATUM_TLS_PORT: \d+ is in use/,
  );
  await expect(listen({ tls: { port: 0, certFile: keyFile, keyFile } })).rejects.toThrow(
    /^STRATUM_TLS_CERT: /,
  );
  const listening = await listen({ tls: { port: 0, certFile, keyFile } });
  const { tlsPort } = listening.ports;
  const socket = connectTls({ host, port: tlsPort ?? 0, ca: cert, servername: "localhost" });
  const [said] = (await socket.setEncoding("utf8").toArray()) as string[];
  expect(said).toBe("hello");
  listening.close();
});
