import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { expect, test } from "vitest";
import { binaryFrame } from "./binary-frame.ts";

const LENGTHS = [0, 1, 125, 126, 127, 768, 65_535];

test("a WebSocket client reads binary payloads of any length between text messages", async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on("upgrade", (request, wire, head) =>
    sockets.handleUpgrade(request, wire, head, (socket) => {
      for (const length of LENGTHS) {
        wire.write(binaryFrame(new Uint8Array(length).fill(7)));
        socket.send(`${length} bytes`);
      }
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on("message", (data: Buffer, isBinary) =>
    received.push(
      isBinary ? `${data.filter((byte) => byte === 7).length} binary` : data.toString(),
    ),
  );
  await expect
    .poll(() => received)
    .toEqual(LENGTHS.flatMap((length) => [`${length} binary`, `${length} bytes`]));
  client.terminate();
  server.close();
});

test("a payload over 65,535 bytes is refused", () => {
  expect(() => binaryFrame(new Uint8Array(65_536))).toThrow(RangeError);
});
