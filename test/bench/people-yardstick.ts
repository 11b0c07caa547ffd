/**
 * Runs the comparison process for `people.ts`. It shows the lowest possible cost, in Node on the
 * same PostgreSQL, of a durable request, a plain response, and a frame of prices to all sockets.
 * Its command-line argument is a database URL.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { WebSocketServer } from "ws";

const CONNECTIONS = 20;
const TABLE = "bench_people_posts";
const INSERT = { name: "insert", text: `insert into ${TABLE} (value) values ($1)` };

const pool = new pg.Pool({ connectionString: process.argv[2] ?? "", max: CONNECTIONS });
await pool.query(
  `create table if not exists ${TABLE} (id bigint generated always as identity primary key, value text not null)`,
);

const server = createServer((request, response) => {
  const answer = (): void => {
    response.setHeader("content-type", "application/json");
    response.end('{"isDone":true}');
  };
  if (request.method !== "POST") return answer();
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (body += part));
  request.on("end", () => void pool.query({ ...INSERT, values: [body] }).then(answer));
});
/**
 * Frame size in bytes for 32 instruments. The time is at the same offset as the first quote's time
 * in a real frame.
 */
const FRAME_BYTES = 768;
const TIME_AT = 16;
const TICK_MS = 200;
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const sendFrame = (): void => {
  const frame = new Uint8Array(FRAME_BYTES);
  // A timer may fire slightly early, so round to the nearest tick.
  const tickMs = Math.round(Date.now() / TICK_MS) * TICK_MS;
  new DataView(frame.buffer).setFloat64(TIME_AT, tickMs, true);
  for (const socket of sockets.clients) socket.send(frame);
  setTimeout(sendFrame, TICK_MS - (Date.now() % TICK_MS));
};
sendFrame();

server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once("disconnect", () => process.exit(0));
