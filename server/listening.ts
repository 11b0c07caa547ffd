/** HOST and PORT: whether one can listen there, found out early, and said in one line that names the variable. */
import { createServer, type AddressInfo } from "node:net";
import { StartError, type Config } from "#platform";

type Address = Pick<Config, "host" | "port">;

/**
 * The port to listen on; 0 in the settings asks for any free one, because tokens name the address before the rooms open.
 * Throws StartError.
 */
export async function claimPort({ host, port }: Address): Promise<number> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(port, host, resolve);
    });
  } catch (error) {
    throw listenError(error, { host, port });
  }
  const claimed = (probe.address() as AddressInfo).port;
  await new Promise((resolve) => probe.close(resolve));
  return claimed;
}

/** The line for a failed listen; what is not about HOST or PORT comes back unchanged. */
export function listenError(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const line = {
    EADDRINUSE: `PORT: ${port} is in use by another program. Stop it, or choose another PORT.`,
    EACCES: `PORT: ${port} may not be opened by this user. Choose one from 1024 on.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    EAI_AGAIN: `HOST: ${host} is not an address of this machine.`,
    EINVAL: `HOST: ${host} is not an address of this machine.`,
  }[code];
  return line === undefined ? error : new StartError(line, { cause: error });
}
