/**
 * A socket next to the lock of a data folder, open as long as the holder of the lock lives. A
 * container cannot see the processes of another one, but reaches its socket through a shared
 * volume. The system closes the socket when the process ends in any way. Linux only. On a file
 * system without sockets the lock works within one container only.
 */
import { once } from "node:events";
import { closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";

export interface LockSocket {
  /** Repeated calls do nothing. */
  close(): void;
}

/** Undefined if sockets are not possible here, or another process has the same one. */
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

/** Derives the socket's name from the process named in the lock. */
function nameFor(holder: string): string | undefined {
  const isIdentity = process.platform === "linux" && /^\d+ \d+ [\da-f-]+$/.test(holder);
  return isIdentity ? `lock-${holder.replaceAll(" ", "-")}` : undefined;
}

/** Socket paths over 107 bytes fail. */
function shortPath(descriptor: number, name: string): string {
  return `/proc/self/fd/${descriptor}/${name}`;
}
