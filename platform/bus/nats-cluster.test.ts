/**
 * Tests a cluster of two NATS servers: clients fail over when one server fails, and notice lost
 * events when the servers lose the connection to each other.
 */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import type { SharedBus } from "#platform";
import { openBusProcess, settle, type BusProcess } from "../../test/support/servers/bus-process.ts";
import {
  findNatsServer,
  freePort,
  startNats,
  type NatsServer,
} from "../../test/support/servers/nats-server.ts";
import { natsAddress } from "./nats-address.ts";
import { natsLine } from "./nats-line.ts";
import { shareBusOver } from "./share-bus.ts";

const times = { pauseMsMin: 20, pauseMsMax: 50, beatMs: 200 };
const open: SharedBus[] = [];
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  for (const end of ends.splice(0)) await end();
});

async function processOn(url: string): Promise<BusProcess> {
  const address = natsAddress("NATS_URL", url);
  const one = await openBusProcess((log) =>
    shareBusOver((listener) => natsLine({ address, installation: "one", log, times }, listener), {
      log,
    }),
  );
  open.push(one.bus);
  return one;
}

interface Cluster {
  readonly first: NatsServer;
  readonly second: NatsServer;
  /** The connection between the two servers. */
  readonly between: Wire;
}

async function cluster(): Promise<Cluster> {
  const port = await freePort();
  const between = await wireTo(port);
  const settings = (own: number, routes: string) =>
    `cluster: { name: c, listen: "127.0.0.1:${own}", no_advertise: true, routes: [${routes}] }`;
  const first = await startNats(settings(port, ""));
  ends.push(() => first.stop());
  const second = await startNats(settings(-1, `"nats://127.0.0.1:${between.port}"`));
  ends.push(() => second.stop());
  return { first, second, between };
}

interface Wire {
  readonly port: number;
  cut(): void;
  mend(): void;
}

async function wireTo(port: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  ends.push(async () => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    mend: () => void (isCut = false),
  };
}

describe.runIf(findNatsServer() !== undefined)("two servers of a cluster", () => {
  test("a client fails over to the other server and still receives events", async () => {
    const { first, second } = await cluster();
    const all = `${first.url},${second.host}`;
    const [one, two] = [await processOn(all), await processOn(all)];
    for (const server of [first, second]) {
      const before = [one, two].map(({ missed }) => missed());
      await server.kill();
      const isBack = () =>
        [one, two].every(
          ({ bus, missed }, index) => bus.isShared && missed() >= (before[index] ?? 0),
        );
      await expect.poll(isBack).toBe(true);
      one.bus.publish("terms", { what: "rates" });
      await expect
        .poll(() => two.received.length + two.missed() - (before[1] ?? 0))
        .toBeGreaterThan(0);
      await server.start();
    }
  });

  test("events lost while the servers were disconnected are reported as missed", async () => {
    const { first, second, between } = await cluster();
    const [one, two] = [await processOn(first.url), await processOn(second.url)];
    const receives = (to: BusProcess, worker: string) =>
      to.received.some(([, said]) => JSON.stringify(said) === JSON.stringify({ worker }));
    await expect
      .poll(() => {
        one.bus.publish("wake", { worker: "together" });
        return receives(two, "together");
      })
      .toBe(true);
    const before = two.missed();
    between.cut();
    one.bus.publish("wake", { worker: "apart" });
    between.mend();
    await expect.poll(() => two.missed()).toBeGreaterThan(before);
    expect([one, two].map(({ bus }) => bus.figures().reconnects)).toEqual([0, 0]);
    await settle(one, two);
    expect(receives(two, "apart")).toBe(false);
  });
});
