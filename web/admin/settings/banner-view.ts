/** The announcement as the page shows and the dialog edits it. Times are typed in the administrator's own zone. */
import type { Settings } from "./settings-view.ts";

export type Banner = Settings["banners"][number];

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
