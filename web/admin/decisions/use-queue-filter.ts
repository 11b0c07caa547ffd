/**
 * Keeps a queue's filter in the page's URL, so that the back button, reloads and shared links
 * preserve it.
 */
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { paths } from "../../ui/navigation/paths.ts";

/** Returns the filter and its setter. The first filter is the default. */
export function useQueueFilter<Filter extends string>(
  page: typeof paths.adminWithdrawals | typeof paths.adminAdjustments,
  filters: readonly [Filter, ...Filter[]],
): readonly [filter: Filter, show: (next: Filter) => void] {
  const search: object = useLocation().search;
  const navigate = useNavigate();
  const filter = filters.find((one) => "filter" in search && one === search.filter) ?? filters[0];
  const show = (next: Filter) =>
    void navigate({ ...page, search: next === filters[0] ? {} : { filter: next }, replace: true });
  return [filter, show];
}
