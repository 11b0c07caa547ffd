/** Tests that a slow body is refused, and that a file upload has more time. */
import { connect, type AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { limitBodyTime } from "./body-time.ts";
import { passFiles } from "./json-body.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** Sends the head of a request with a body that does not arrive. Returns the response. */
async function sendSlowly(path: string, type: string, ms: number): Promise<string> {
  app = fastify();
  passFiles(app);
  limitBodyTime(app, 100);
  app.post("/short", () => "ok");
  app.route({
    method: "PUT",
    url: "/file",
    config: { streamsBody: true },
    async handler({ file }) {
      let bytes = 0;
      for await (const part of file ?? []) bytes += part.length;
      return String(bytes);
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.setEncoding("utf8");
  const answers: string[] = [];
  socket.on("data", (text: string) => answers.push(text));
  socket.write(
    `${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\n12`,
  );
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (answers.length === 0) socket.write("34");
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  socket.destroy();
  return answers.join("");
}

test("a body that does not arrive in time is refused", async () => {
  expect(await sendSlowly("POST /short", "application/json", 1_000)).toContain(
    "408 Request Timeout",
  );
});

test("a file may arrive later", async () => {
  expect(await sendSlowly("PUT /file", "text/csv", 300)).toMatch(/200 OK[^]*\r\n4$/);
});
