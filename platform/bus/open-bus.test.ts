/** Tests which bus each setting opens, and which NATS errors fail the start. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { openBus, silentLog, type SharedBus } from "#platform";
import { selfMadeCertificate } from "../../test/support/servers/certificate.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  findNatsServer,
  startNats,
  type NatsServer,
} from "../../test/support/servers/nats-server.ts";
import { memoryFolder, removeFolder } from "../../test/support/servers/scratch-folder.ts";
import { natsAddress } from "./nats-address.ts";

const db = fileDatabase();
const otherDb = fileDatabase({ empty: true });
const open: SharedBus[] = [];
const servers: NatsServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serverOf(settings = ""): Promise<NatsServer> {
  const server = await startNats(settings);
  servers.push(server);
  return server;
}

async function opening(natsUrl?: string, { url, database } = db): Promise<SharedBus> {
  const nats = natsUrl === undefined ? undefined : natsAddress("NATS_URL", natsUrl);
  const bus = await openBus({ nats, url, database, log: silentLog });
  open.push(bus);
  return bus;
}

const withLogin = (server: NatsServer, login: string) =>
  server.url.replace("nats://", `nats://${login}@`);

const listening = () =>
  db.database.query(
    `select from pg_stat_activity
     where application_name = 'hashfloor-bus' and datname = current_database()`,
  );

test("without NATS_URL, events are sent through the database", async () => {
  const bus = await opening();
  await expect.poll(() => bus.isShared).toBe(true);
  expect(await listening()).toHaveLength(1);
});

describe.runIf(findNatsServer() !== undefined)("with NATS_URL", () => {
  test("a wrong login fails the start without printing the login", async () => {
    const server = await serverOf(`authorization: { user: floor, password: "pass,word" }`);
    const [one, two] = [
      await opening(withLogin(server, "floor:pass%2Cword")),
      await opening(withLogin(server, "floor:pass%2Cword")),
    ];
    await expect.poll(() => one.isShared && two.isShared).toBe(true);
    expect(await listening()).toEqual([]);
    const received: unknown[] = [];
    two.subscribe("terms", (message) => received.push(message));
    one.publish("terms", { what: "rates" });
    await expect.poll(() => received).toEqual([{ what: "rates" }]);
    const refused = { message: "NATS_URL: the server refuses the login.", name: "StartError" };
    await expect(opening(withLogin(server, "floor:wrong"))).rejects.toMatchObject(refused);
    await expect(opening(server.url)).rejects.toMatchObject(refused);
  });

  test("processes receive events only from their own installation", async () => {
    const { url } = await serverOf();
    const buses = [await opening(url), await opening(url), await opening(url, otherDb)];
    await expect.poll(() => buses.every(({ isShared }) => isShared)).toBe(true);
    const received: string[] = [];
    for (const [index, bus] of buses.entries())
      bus.subscribe("wake", ({ worker }) => received.push(`${index} ${worker}`));
    buses[2]?.publish("wake", { worker: "there" });
    buses[0]?.publish("wake", { worker: "here" });
    await expect.poll(() => received).toContain("1 here");
    expect(received.toSorted()).toEqual(["0 here", "1 here", "2 there"]);
  });

  test("a user without publish permission fails the start", async () => {
    const server = await serverOf(`authorization: { token: "a-token" }`);
    const one = await opening(withLogin(server, "a-token"));
    await expect.poll(() => one.isShared).toBe(true);
    const narrow = await serverOf(
      `authorization: { users: [{ user: a, password: b, permissions: { publish: "other.>", subscribe: "hashfloor.>" } }] }`,
    );
    await expect(opening(withLogin(narrow, "a:b"))).rejects.toThrow(
      "NATS_URL: its user may not publish and subscribe to hashfloor.>.",
    );
  });

  test("the start waits for an unreachable server, but the stop does not", async () => {
    const server = await serverOf();
    await server.kill();
    const bus = await opening(server.url);
    const received: unknown[] = [];
    bus.subscribe("terms", (message) => received.push(message));
    bus.publish("terms", { what: "rates" });
    expect(received).toEqual([{ what: "rates" }]);
    expect(bus.isShared).toBe(false);
    await bus.close();
  });

  test("an untrusted certificate fails the start", async () => {
    const { cert, key } = selfMadeCertificate();
    const folder = memoryFolder();
    const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const server = await serverOf(`tls: { cert_file: "${certFile}", key_file: "${keyFile}" }`);
    const url = server.url.replace("nats:", "tls:");
    await expect(opening(url)).rejects.toThrow(
      /^NATS_URL: the server's certificate is not trusted \(\w+\)\.$/,
    );
    const certificates = tls.getCACertificates();
    tls.setDefaultCACertificates([...certificates, cert]);
    try {
      const one = await opening(url);
      await expect.poll(() => one.isShared).toBe(true);
    } finally {
      tls.setDefaultCACertificates(certificates);
      removeFolder(folder);
    }
  });

  test("tls:// refuses an unencrypted server", async () => {
    await expect(opening((await serverOf()).url.replace("nats:", "tls:"))).rejects.toThrow(
      "NATS_URL: the server has no TLS.",
    );
  });
});
