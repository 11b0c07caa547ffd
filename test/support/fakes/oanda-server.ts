/**
 * Runs a loopback server that replaces OANDA's stream. It sends the given text unchanged, so a test
 * can split the text at any position.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface OandaServer {
  readonly host: string;
  /** Path and authorization header of each request. */
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  send(text: string): void;
  hangUp(): void;
  /**
   * Sets the HTTP status of all responses, from the next request on. Status 200 starts a stream.
   */
  answerWith(status: number): void;
  /** Resolves once `count` requests have been received. */
  asked(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function oandaServer(): Promise<OandaServer> {
  const open = new Set<ServerResponse>();
  const requests: { path: string; authorization: string | undefined }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    requests.push({
      path: request.url ?? "",
      authorization: request.headers.authorization,
    });
    response.writeHead(status, { "content-type": "application/octet-stream" });
    if (status !== 200) {
      response.end('{"errorMessage":"refused"}');
      return;
    }
    open.add(response);
    response.on("close", () => open.delete(response));
    response.flushHeaders();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `http://127.0.0.1:${port}`,
    requests,
    send(text) {
      for (const response of open) response.write(text);
    },
    hangUp() {
      for (const response of open) response.destroy();
    },
    answerWith(next) {
      status = next;
    },
    async asked(count) {
      while (requests.length < count) await new Promise((resolve) => void setTimeout(resolve, 5));
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Returns one price line in the format of OANDA's v20 API. */
export function priceLine(
  instrument: string,
  [bid, ask]: readonly [bid: string, ask: string],
  time: string,
): string {
  const side = (price: string) => [{ price, liquidity: 10_000_000 }];
  return `${JSON.stringify({
    type: "PRICE",
    time: time.replace("Z", "000000Z"),
    bids: side(bid),
    asks: side(ask),
    closeoutBid: bid,
    closeoutAsk: ask,
    status: "tradeable",
    tradeable: true,
    instrument,
  })}\n`;
}
