/**
 * The process that `people.ts` measures the product against: the least that a durable request and
 * a plain answer can cost over HTTP in Node on the same PostgreSQL. Its argument is a database.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const CONNECTIONS = 20;
const TABLE = "bench_people_posts";
const INSERT = { name: "insert", text: `insert into ${TABLE} (value) values ($1)` };

const pool = new pg.Pool({ connectionString: process.argv[2] ?? "", max: CONNECTIONS });
await pool.query(
  `create table ${TABLE} (id bigint generated always as identity primary key, value text not null)`,
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
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once("disconnect", () => process.exit(0));
