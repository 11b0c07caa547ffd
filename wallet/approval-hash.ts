/** What exactly was approved: any later change of network, address, amount or fee no longer fits this hash. */
import { createHash } from "node:crypto";

export interface Approved {
  readonly id: string;
  readonly network: string;
  readonly address: string;
  readonly amountSats: bigint;
  readonly feeSats: bigint;
}

export function approvalHashOf(approved: Approved): string {
  const { id, network, address, amountSats, feeSats } = approved;
  const text = ["withdrawal", id, network, address, String(amountSats), String(feeSats)].join("\n");
  return createHash("sha256").update(text).digest("hex");
}
