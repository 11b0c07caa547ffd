/**
 * The announcement as the page shows and the dialog edits it. Times are typed in the
 * administrator's own zone.
 */
import type { Settings } from "./settings-view.ts";

export type Banner = Settings["banners"][number];

export type BannerState = "shown" | "planned" | "over";

export interface StandingBanner {
  readonly state: BannerState;
  readonly banner: Banner;
}

/**
 * What stands at a time, what is shown first, and the others. One that is over stands while nothing
 * has come after it.
 */
export function bannersAt({
  banners,
  shownBanner,
  at,
}: {
  readonly banners: readonly Banner[];
  readonly shownBanner: Banner | null;
  readonly at: string;
}): {
  readonly standing: readonly StandingBanner[];
  readonly earlier: readonly Banner[];
} {
  const [newest] = banners;
  const state = stateOf(newest, at);
  const standing: StandingBanner[] = [];
  if (shownBanner !== null) standing.push({ state: "shown", banner: shownBanner });
  if (newest !== undefined && (state === "planned" || state === "over"))
    standing.push({ state, banner: newest });
  const ids = new Set([newest?.id, ...standing.map(({ banner }) => banner.id)]);
  return { standing, earlier: banners.filter(({ id }) => !ids.has(id)) };
}

/** Its beginning or end changes what is shown without anybody's doing. */
export function isToChange({ banners, shownBanner, at }: Settings): boolean {
  return stateOf(banners[0], at) === "planned" || (shownBanner?.until ?? null) !== null;
}

/** Of the newest announcement at a time; `none`: there is none or it was taken down. */
export function stateOf(
  banner: Banner | undefined,
  at: string,
): "none" | "planned" | "shown" | "over" {
  if (banner === undefined || banner.text === "") return "none";
  if (banner.from > at) return "planned";
  return banner.until !== null && banner.until <= at ? "over" : "shown";
}

/** For a field of day and time: `2026-11-21T14:02`, in the local zone. */
export function localInput(at: string | null): string {
  if (at === null) return "";
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** RFC 3339 of what such a field holds; null when it is empty or no time. */
export function utcOf(typed: string): string | null {
  const time = new Date(typed);
  return typed === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
