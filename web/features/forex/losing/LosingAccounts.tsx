/** Shows the share of accounts that lost money. Renders nothing until the figures have loaded. */
import { losingAccountsText, losingTexts } from "../../../ui/amounts/losing-accounts.ts";
import { usePublicStats } from "../../../data/live/public-stats.ts";

export function LosingAccounts({ hasMethod = false }: { hasMethod?: boolean }) {
  const { stats } = usePublicStats();
  if (stats === undefined) return null;
  return (
    <p className="max-w-[72ch] text-xs text-fg-2">
      <span className="font-medium text-fg">{losingAccountsText(stats)}</span>
      {hasMethod ? <span className="mt-0.5 block">{losingTexts.how}</span> : null}
    </p>
  );
}
