/** Reads the chain from a node of the outsider's own over JSON-RPC. */
import type { NodeView } from "./checks.ts";
import { Unreachable } from "./read-site.ts";

const WAIT_MS_MAX = 10_000;
const NO_BLOCK = -8;

/** `address` may contain a user name and password, which are sent as Basic authentication. */
export async function readNode(address: string, height: number | undefined): Promise<NodeView> {
  const genesisHash = await call(address, 0);
  if (genesisHash === null) throw new Unreachable("your node has no genesis block");
  const hashAtHeight = height === undefined ? null : await call(address, height);
  return { genesisHash, hashAtHeight };
}

/** Returns the hash of the block at this height, or null if the node has none. */
async function call(address: string, height: number): Promise<string | null> {
  const { origin, pathname, username, password } = new URL(address);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  let answer: { readonly result?: unknown; readonly error?: { readonly code?: unknown } | null };
  try {
    const response = await fetch(`${origin}${pathname}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(username === "" ? {} : { authorization }),
      },
      body: JSON.stringify({ jsonrpc: "1.0", id: 1, method: "getblockhash", params: [height] }),
      signal: AbortSignal.timeout(WAIT_MS_MAX),
    });
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    throw new Unreachable(`the node at ${origin} does not respond`, { cause: error });
  }
  if (typeof answer.result === "string") return answer.result;
  if (answer.error?.code === NO_BLOCK) return null;
  throw new Unreachable(`the node at ${origin} refused getblockhash`);
}
