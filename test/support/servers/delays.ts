/**
 * Asks a process how long its event loop was blocked. `report-delays.ts` in that process answers.
 */
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Delays {
  /** Returns the longest block of the event loop since the last call, in milliseconds. */
  longestMs(): Promise<number>;
}

export function askDelays(): Delays & { readonly env: Readonly<Record<string, string>> } {
  const path = join(tmpdir(), `hashfloor-delays-${randomUUID().slice(0, 8)}.sock`);
  let socket: Socket | undefined;
  return {
    env: {
      DELAYS_SOCKET: path,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "report-delays.ts")}`,
    },
    async longestMs() {
      socket ??= connect(path).setEncoding("utf8");
      socket.unref();
      socket.write("?");
      const [answer] = (await once(socket, "data")) as [string];
      return Number(answer);
    },
  };
}
