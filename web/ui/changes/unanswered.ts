/**
 * The last request without a response, with the data known when it was sent. The request may
 * already have taken effect, so it must not be checked against the current balance and limits.
 * While the fields are unchanged, the form shows and resends the same request, and only the server
 * decides.
 */
import type { UseMutationResult } from "@tanstack/react-query";
import { isRefused } from "../../data/api/exchange.ts";

export function unansweredOf<Input>(
  change: Pick<UseMutationResult<unknown, Error, Input>, "status" | "error" | "variables">,
): Input | undefined {
  const { status, error, variables } = change;
  const isOpen = status === "pending" || (status === "error" && !isRefused(error));
  return isOpen ? variables : undefined;
}
