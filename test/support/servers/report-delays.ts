/**
 * Loaded before a program with `--import`: answers over a socket how long its event loop was held
 * at most since the last question. DELAYS_SOCKET is the socket's path.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const path = process.env["DELAYS_SOCKET"];
// Children inherit the environment: the first process is asked.
delete process.env["DELAYS_SOCKET"];
delete process.env["NODE_OPTIONS"];
const RESOLUTION_MS = 2;
const NANOSECONDS_PER_MS = 1e6;

if (isMainThread && path !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", () => {
      // The timer of the monitor has to fire once after what held the loop.
      setTimeout(() => {
        const heldMs = Math.max(0, delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS);
        delay.reset();
        socket.write(`${heldMs}\n`);
      }, 2 * RESOLUTION_MS);
    });
  })
    .listen(path)
    .unref();
}
