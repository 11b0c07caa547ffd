/**
 * What was sent last, while it has no answer, with what was known as it was sent. It may have had
 * its effect, so that balance and limits of now say nothing of it: as long as the fields are the
 * same it is shown and sent again as it was, and the server alone decides.
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
