/**
 * A socket beside the lock of a data folder, open as long as its holder lives: a container is shown
 * no process of another, but reaches its socket through a volume that both have. The system closes
 * it with the process, however that ends. On Linux alone, where containers are; where a file system
 * has no sockets the lock holds within one container, as it did.
 */
import { once } from "node:events";
import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

export interface LockSocket {
  /** Once more does nothing. */
  close(): void;
}

/** Undefined where there can be none, or another process has the very same. */
export async function openLockSocket(
  folder: string,
  holder: string,
): Promise<LockSocket | undefined> {
  const name = nameFor(holder);
  if (name === undefined) return undefined;
  if (await isLockSocketOpen(folder, holder)) return undefined;
  removeLockSocket(folder, holder);
  const descriptor = openSync(folder, "r");
  const server = createServer((socket) => socket.destroy());
  server.on("error", () => undefined);
  try {
    await once(server.listen(shortPath(descriptor, name)), "listening");
  } catch {
    closeSync(descriptor);
    return undefined;
  }
  server.unref();
  return {
    close() {
      if (!server.listening) return;
      server.close();
      closeSync(descriptor);
      removeLockSocket(folder, holder);
    },
  };
}

export async function isLockSocketOpen(folder: string, holder: string): Promise<boolean> {
  const name = nameFor(holder);
  if (name === undefined) return false;
  const descriptor = openSync(folder, "r");
  const socket = connect(shortPath(descriptor, name));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
    closeSync(descriptor);
  }
}

export function removeLockSocket(folder: string, holder: string): void {
  const name = nameFor(holder);
  if (name !== undefined) rmSync(join(folder, name), { force: true });
}

/** After the process that stands in the lock. */
function nameFor(holder: string): string | undefined {
  const isIdentity = process.platform === "linux" && /^\d+ \d+ [\da-f-]+$/.test(holder);
  return isIdentity ? `lock-${holder.replaceAll(" ", "-")}` : undefined;
}

/** A path of a socket over 107 bytes fails. */
function shortPath(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}
