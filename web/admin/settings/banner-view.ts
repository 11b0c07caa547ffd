/**
 * Converts announcements for the page and the dialog. Administrators type times in their own time
 * zone.
 */
import type { Settings } from "./settings-view.ts";

export type Banner = Settings["banners"][number];

export type BannerState = "shown" | "planned" | "over";

export interface StandingBanner {
  readonly state: BannerState;
  readonly banner: Banner;
}

/**
 * Returns the announcements at a given time, as current and earlier announcements. An ended
 * announcement stays current until there is a newer one.
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

/** True if an announcement is scheduled to start or end. */
export function isToChange({ banners, shownBanner, at }: Settings): boolean {
  return stateOf(banners[0], at) === "planned" || (shownBanner?.until ?? null) !== null;
}

/**
 * Returns the state of the newest announcement at a given time, or `none` if there is no
 * announcement or it was removed.
 */
export function stateOf(
  banner: Banner | undefined,
  at: string,
): "none" | "planned" | "shown" | "over" {
  if (banner === undefined || banner.text === "") return "none";
  if (banner.from > at) return "planned";
  return banner.until !== null && banner.until <= at ? "over" : "shown";
}

/** Returns the value for a date-time field in the local time zone: `2026-11-21T14:02`. */
export function localInput(at: string | null): string {
  if (at === null) return "";
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Converts the value of a date-time field to RFC 3339. Returns null if it is empty or invalid. */
export function utcOf(typed: string): string | null {
  const time = new Date(typed);
  return typed === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}
