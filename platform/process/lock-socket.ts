/**
 * Opens a socket next to the lock of a data folder. The system closes the socket when the process
 * that holds the lock ends, however it ends. A container cannot see the processes of another
 * container, but it can reach their socket through a shared volume. Works only on Linux. On a file
 * system without sockets, the lock protects only within one container.
 */
import { once } from "node:events";
import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

export interface LockSocket {
  /** Closes the socket. Repeated calls do nothing. */
  close(): void;
}

/**
 * Opens the socket. Returns undefined if this system has no sockets, or if another process has
 * already opened the socket.
 */
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

/** Derives the socket's name from the identity of the process that holds the lock. */
function nameFor(holder: string): string | undefined {
  const isIdentity = process.platform === "linux" && /^\d+ \d+ [\da-f-]+$/.test(holder);
  return isIdentity ? `lock-${holder.replaceAll(" ", "-")}` : undefined;
}

/** Returns a short path for the socket, because paths over 107 bytes fail. */
function shortPath(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}
