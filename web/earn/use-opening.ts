/**
 * Opening a position. Money waits for the server: nothing is shown as done before its answer, and the API client keeps the
 * Idempotency-Key until the request is settled, so that a second press or a reload repeats the same request.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api.ts";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { estimateSats, type Position, type Product } from "./earn-terms.ts";

export const CHANGED_BY_EARN = [
  "listPositions",
  "listEarnProducts",
  "getWallet",
  "getMe",
  "listEntries",
];

export function useOpening(
  product: Product,
  onOpened: (position: Position) => { title: string; description: string },
) {
  const queryClient = useQueryClient();
  const [begunAt] = useState(() => Date.now());
  return useMutation({
    mutationFn: (amountSats: bigint) => open(product, amountSats, begunAt),
    onSuccess: (position) => toast(onOpened(position)),
    onError: toastError,
    onSettled: () =>
      Promise.all(
        CHANGED_BY_EARN.map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      ),
  });
}

function open(product: Product, amount: bigint, begunAt: number): Promise<Position> {
  const amountSats = Number(amount);
  // A fixed promise is what was seen or nothing; the days of a flexible one have the rates posted for them.
  const seen =
    product.durationDays === null ? {} : { interestSats: Number(estimateSats(product, amount)) };
  return product.kind === "staking"
    ? api("openStake", {
        body: { amountSats, durationDays: product.durationDays ?? 0, ...seen },
        begunAt,
      })
    : api("openInvestment", { body: { planId: product.id, amountSats, ...seen }, begunAt });
}
