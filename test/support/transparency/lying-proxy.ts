/** An HTTP server in front of an installation that changes some of its answers. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes the body of every answer whose path begins with the key. */
export type Lies = Readonly<Record<string, (body: string) => string>>;

export interface LyingProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startLyingProxy(origin: string, lies: Lies): Promise<LyingProxy> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const { authorization } = request.headers;
    const relay = async () => {
      const answer = await fetch(new URL(path, origin), {
        headers: authorization === undefined ? {} : { authorization },
      });
      const lie = Object.entries(lies).find(([prefix]) => path.startsWith(prefix))?.[1];
      const body = Buffer.from(await answer.arrayBuffer());
      response.statusCode = answer.status;
      response.setHeader("content-type", answer.headers.get("content-type") ?? "text/plain");
      response.end(lie ? lie(body.toString("utf8")) : body);
    };
    relay().catch((error: unknown) => {
      response.statusCode = 502;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
