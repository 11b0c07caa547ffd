/**
 * Reports over a socket how long a program's event loop was blocked: the longest block since the
 * last request. The file is loaded before the program with `--import`, and DELAYS_SOCKET is the
 * path of the socket.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const path = process.env["DELAYS_SOCKET"];
// Child processes inherit the environment, but only the first process should report.
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
      // The monitor records a block only when its timer fires afterwards.
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
