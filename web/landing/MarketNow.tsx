/**
 * Shows that live trading is closed and when it opens. Renders nothing before the first response.
 */
import { usePublicStats } from "../data/live/public-stats.ts";
import { forexTexts as texts } from "./strings.ts";
import { momentText } from "../ui/time/time-text.ts";

export function MarketNow() {
  const { stats } = usePublicStats();
  if (stats === undefined || stats.forexMarket.isOpen) return null;
  return (
    <p className="mt-2 max-w-[38ch] text-sm text-fg-2">
      {texts.closed(momentText(new Date(stats.forexMarket.opensAt)))}
    </p>
  );
}
