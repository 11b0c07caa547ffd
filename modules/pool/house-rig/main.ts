/**
 * Runs the house rig, the operator's own miner. The rig connects to the pool's port like any other
 * miner. It runs at the lowest priority and uses a twentieth of one core. The rig is not paid, and
 * its work is shown separately. The process exits when its parent process exits.
 */
import { setPriority } from "node:os";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createRig } from "./rig.ts";

const { RIG_HOST = "127.0.0.1", RIG_PORT = "0", RIG_TOKEN = "" } = process.env;

const LOWEST_PRIORITY = 19;
const WORK_MS = 4;
const REST_MS = 76;
const RECONNECT_MS = 2_000;
/** Loopback addresses for servers that listen on all addresses. */
const EVERYWHERE = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

async function mineOnce(): Promise<void> {
  const host = EVERYWHERE.get(RIG_HOST) ?? RIG_HOST;
  const socket = connect({ host, port: Number(RIG_PORT) });
  socket.setEncoding("utf8").on("error", () => socket.destroy());
  const rig = createRig(RIG_TOKEN, (line) => void socket.write(line));
  socket.once("connect", () => rig.begin());
  socket.on("data", (text: string) => rig.receive(text));
  while (!isOver(socket)) {
    rig.work(WORK_MS);
    await sleep(REST_MS);
  }
}

function isOver(socket: Socket): boolean {
  return socket.destroyed || socket.readableEnded;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(0));
if (!process.connected) process.exit(0);
setPriority(LOWEST_PRIORITY);
for (;;) {
  await mineOnce();
  await sleep(RECONNECT_MS);
}
