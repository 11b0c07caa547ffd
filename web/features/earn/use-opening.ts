/**
 * Opens a position, which the page shows only after the server has confirmed it. The API client
 * keeps the idempotency key until the request is settled, so that a second click or a reload
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
  // Send the interest that the user saw, so that the server rejects the request if a fixed product
  // would pay a different amount. Flexible products pay each day's posted rate, so they send no
  // interest.
  const seen =
    product.durationDays === null ? {} : { interestSats: Number(estimateSats(product, amount)) };
  return product.kind === "staking"
    ? api("openStake", {
        body: { amountSats, durationDays: product.durationDays ?? 0, ...seen },
        begunAt,
      })
    : api("openInvestment", { body: { planId: product.id, amountSats, ...seen }, begunAt });
}
