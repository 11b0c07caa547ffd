/**
 * Creates a terminal command that demonstrates a new key with a request that its first scope
 * allows.
 */
import type { KeyScope } from "../../../../api/route.ts";

interface Example {
  readonly origin: string;
  readonly secret: string;
  /**
   * Included in requests that move coins, so that running the command twice does not move them
   * twice.
   */
  readonly idempotencyKey: string;
}

const REQUESTS: Readonly<Record<KeyScope, { path: string; body?: string }>> = {
  read: { path: "/api/v1/wallet" },
  trade: { path: "/api/v1/wallet/faucet", body: "{}" },
  "withdraw-to-verified": {
    path: "/api/v1/withdrawals",
    body: '{"method":"wallet","amountSats":100000,"walletAddress":"YOUR VERIFIED ADDRESS"}',
  },
};

export function exampleLine(scope: KeyScope, { origin, secret, idempotencyKey }: Example): string {
  const { path, body } = REQUESTS[scope];
  const ask = `curl -H "Authorization: Bearer ${secret}" ${origin}${path}`;
  if (body === undefined) return ask;
  return `${ask} -H "Idempotency-Key: ${idempotencyKey}" -H "Content-Type: application/json" -d '${body}'`;
}
