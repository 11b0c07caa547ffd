/**
 * Keeps the filter of a queue in the page's URL. The back button, a reload and shared links
 * therefore preserve the filter.
 */
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { paths } from "../../ui/navigation/paths.ts";

/** Returns the filter and a function that sets it. The default is the first filter. */
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
