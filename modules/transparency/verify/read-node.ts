/** Reads the chain from the outsider's own node over JSON-RPC. */
import type { NodeView } from "./checks.ts";
import { Unreachable } from "./read-site.ts";

const WAIT_MS_MAX = 30_000;
/** Bitcoin Core: no such transaction, block or height. */
const NOT_FOUND: readonly unknown[] = [-5, -8];

/** `address` may contain a user name and password, which are sent as Basic authentication. */
export async function readNode(address: string, height: number | undefined): Promise<NodeView> {
  const genesisHash = await callNode<string>(address, "getblockhash", [0]);
  if (genesisHash === null) throw new Unreachable("your node has no genesis block");
  const hashAtHeight =
    height === undefined ? null : await callNode<string>(address, "getblockhash", [height]);
  return { genesisHash, hashAtHeight };
}

/** Returns the result, or null if the node has no such transaction or block. */
export async function callNode<Result>(
  address: string,
  method: string,
  params: readonly unknown[],
): Promise<Result | null> {
  const [result = null] = await callNodeBatch<Result>(address, method, [params]);
  return result;
}

/** The node does not offer the method. */
export class NodeRefusal extends Unreachable {
  override readonly name = "NodeRefusal";
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown } | null;
}

/** Calls a method for each list of parameters, in one request. */
export async function callNodeBatch<Result>(
  address: string,
  method: string,
  calls: readonly (readonly unknown[])[],
): Promise<(Result | null)[]> {
  const { origin, pathname, username, password } = new URL(address);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  let answers: readonly Answer[];
  try {
    const response = await fetch(`${origin}${pathname}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(username === "" ? {} : { authorization }),
      },
      body: JSON.stringify(calls.map((params, id) => ({ jsonrpc: "1.0", id, method, params }))),
      signal: AbortSignal.timeout(WAIT_MS_MAX),
    });
    answers = (await response.json()) as readonly Answer[];
  } catch (error) {
    throw new Unreachable(`the node at ${origin} does not respond`, { cause: error });
  }
  return calls.map((_, place) => {
    const answer = Array.isArray(answers) ? answers.find(({ id }) => id === place) : undefined;
    if (answer && !answer.error) return answer.result as Result | null;
    if (NOT_FOUND.includes(answer?.error?.code)) return null;
    throw new NodeRefusal(`the node at ${origin} refused ${method}`);
  });
}
