/** Sends requests over a fixed number of persistent connections, like a reverse proxy. */
import { Agent, request as send } from "node:http";

export interface Sending {
  readonly method?: "GET" | "POST";
  readonly token?: string;
  /** Idempotency key, required by requests that move money. */
  readonly idempotencyKey?: string;
  readonly body?: object;
}

export interface HttpClient {
  /**
   * Sends a request and returns the response as text. Throws if the request is refused or fails.
   */
  ask(url: string, sending?: Sending): Promise<string>;
  close(): void;
}

export function openClient(connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    ask: (url, { method = "GET", token, idempotencyKey, body } = {}) =>
      new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const headers = {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
          ...(text === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        };
        const request = send(url, { agent, method, headers }, (response) => {
          let answer = "";
          response.setEncoding("utf8");
          response.on("data", (part: string) => (answer += part));
          response.on("error", reject);
          response.on("end", () => {
            const status = response.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve(answer);
            else reject(new Error(`${method} ${url}: ${status} ${answer}`));
          });
        });
        request.on("error", reject);
        request.end(text);
      }),
    close: () => agent.destroy(),
  };
}
