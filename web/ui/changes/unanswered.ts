/**
 * The last request without an answer, with the data known when it was sent. It may have taken
 * effect, so the current balance and limits say nothing about it. As long as the fields are
 * unchanged, it is shown and resent as it was, and only the server decides.
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
