/**
 * Opens a position. The page shows the position only after the server has confirmed it. The API
 * client keeps the idempotency key until the request is settled, so a second click or a reload
 * repeats the same request.
 */
import { useState } from "react";
import type { RouteName } from "../../../api/paths.ts";
import { api } from "../../data/api/call.ts";
import { useChange } from "../../ui/changes/use-change.ts";
import { estimateSats, type Position, type Product } from "./earn-terms.ts";

export const CHANGED_BY_EARN: readonly RouteName[] = [
  "listPositions",
  "listEarnProducts",
  "getWallet",
  "getMe",
  "listEvents",
];

export interface Opening {
  readonly product: Product;
  readonly amountSats: bigint;
}

export function useOpening<Seen extends Opening>(
  onOpened: (position: Position) => { title: string; description: string },
) {
  const [begunAt] = useState(() => Date.now());
  return useChange({
    send: (seen: Seen) => open(seen, begunAt),
    changed: CHANGED_BY_EARN,
    onDone: onOpened,
  });
}

function open({ product, amountSats: amount }: Opening, begunAt: number): Promise<Position> {
  const amountSats = Number(amount);
  // Sends the interest that the user saw. The server then rejects the request if a fixed product
  // would pay a different amount. Flexible products pay each day's posted rate, so no interest is
  // sent for them.
  const seen =
    product.durationDays === null ? {} : { interestSats: Number(estimateSats(product, amount)) };
  return product.kind === "staking"
    ? api("openStake", {
        body: { amountSats, durationDays: product.durationDays ?? 0, ...seen },
        begunAt,
      })
    : api("openInvestment", { body: { planId: product.id, amountSats, ...seen }, begunAt });
}
