/**
 * Floods the pool with 5,000 submits per second on fifty connections, in a separate process. The
 * shares are well-formed but below the difficulty. The pool closes each connection after a hundred
 * rejected shares, and the process then reconnects. The command-line arguments are a port and a
 * worker name. At the end the process reports the number of submits and the elapsed milliseconds.
 */
import { openConnection, submitLine, tooEasy, type PoolConnection } from "./pool-connection.ts";

const CONNECTIONS = 50;
const A_SECOND = 5_000;
const PERIOD_MS = 2;

const port = Number(process.argv[2]);
const worker = process.argv[3] ?? "";
const slots: (PoolConnection | undefined)[] = [];
let sent = 0;
let turn = 0;
let begunAt = 0;

async function connectSlot(at: number): Promise<void> {
  const connection = await openConnection(port, worker);
  slots[at] = connection;
  connection.socket.once("close", () => {
    slots[at] = undefined;
    void connectSlot(at);
  });
}

/**
 * Sends the submits that are due by the clock. If a connection is still opening, the next
 * connection is used instead.
 */
function flood(): void {
  const due = Math.min(200, ((performance.now() - begunAt) / 1_000) * A_SECOND - sent);
  for (let count = 0; count < due; count += 1) {
    const connection = slots[turn % CONNECTIONS];
    turn += 1;
    if (!connection) continue;
    sent += 1;
    connection.socket.write(submitLine(turn, worker, tooEasy(connection.work, turn)));
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => connectSlot(at)));
begunAt = performance.now();
setInterval(flood, PERIOD_MS);
process.send?.("flooding");
process.once("message", () => {
  process.send?.({ sent, elapsedMs: performance.now() - begunAt }, () => process.exit(0));
});
process.once("disconnect", () => process.exit(0));
