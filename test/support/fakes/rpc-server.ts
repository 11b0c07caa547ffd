/**
 * Runs a loopback server that replaces a Bitcoin node. It simulates faults that a real node cannot
 * be made to show: wrong responses, broken connections, oversized responses, and stalls.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface FakeRpcServer {
  readonly url: string;
  readonly requests: RpcRequest[];
  /** Replaces the server's behaviour from the next request on. */
  answer(respond: (request: RpcRequest, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Writes a JSON-RPC result as the response. */
export function reply(response: ServerResponse, request: RpcRequest, result: unknown): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ result, error: null, id: request.id }));
}

/** Writes a JSON-RPC error, with the HTTP status that Bitcoin Core uses for it. */
export function replyError(
  response: ServerResponse,
  request: RpcRequest,
  code: number,
  message: string,
): void {
  response.writeHead(500, { "content-type": "application/json" });
  response.end(JSON.stringify({ result: null, error: { code, message }, id: request.id }));
}

export async function fakeRpcServer(): Promise<FakeRpcServer> {
  const requests: RpcRequest[] = [];
  let respond = (request: RpcRequest, response: ServerResponse): void =>
    replyError(response, request, -32_601, "Method not found");
  const server = createServer((message, response) => {
    void readRequest(message).then((request) => {
      requests.push(request);
      return respond(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://user:secret@127.0.0.1:${port}/`,
    requests,
    answer(next) {
      respond = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

async function readRequest(message: IncomingMessage): Promise<RpcRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as RpcRequest;
}
