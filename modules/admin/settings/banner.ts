/**
 * Manages the announcement at the top of every page: plain text, severity, start and end. The
 * current announcement is public and is shown until a planned one starts. At most one announcement
 * can be planned. Taking down the announcement ends the current one and cancels the planned one.
 */
import { bannerLimits } from "#api/limits";
import type { Caller } from "#api/route";
import { defineRefusals, newId, type Queryable } from "#platform";
import { countAdministratorWrite, requireAdministrator } from "#users";
import { recordAudit } from "#audit";
import type { AdminDeps } from "../office/deps.ts";
import {
  findBegun,
  insertBanner,
  lockBanners,
  recentBanners,
  type Banner,
} from "./banners-table.ts";

const DAY_MS = 86_400_000;
/**
 * Allowed text. Excludes control characters, line breaks and direction overrides, which could
 * disguise the text.
 */
const PLAIN = /^[^\p{Cc}\u2028-\u202E\u2066-\u2069]*$/u;

const bannerRefusals = defineRefusals({
  banner_changed: {
    status: 409,
    title: "Announcement Changed",
    text: "Another administrator has changed the announcement. Check it before you change it again.",
  },
  banner_text_invalid: {
    status: 422,
    title: "Invalid Text",
    text: "The announcement must be one line of plain text.",
  },
  banner_time_invalid: {
    status: 422,
    title: "Invalid Time",
    text: "The end must be in the future, after the start, and at most {days} days from now.",
  },
  banner_same: {
    status: 422,
    title: "Nothing to Change",
    text: "There is no announcement to take down.",
  },
});

/** Returns the announcement shown on every page at `now`, or null. */
export async function bannerAt(
  queryable: Queryable,
  now: Date,
): Promise<Pick<Banner, "id" | "text" | "severity"> | null> {
  const banner = await shownBanner(queryable, now);
  if (banner === null) return null;
  const { id, text, severity } = banner;
  return { id, text, severity };
}

export async function shownBanner(queryable: Queryable, now: Date): Promise<Banner | null> {
  const banner = await findBegun(queryable, now);
  if (!banner || banner.text === "") return null;
  return banner.until !== null && banner.until <= now ? null : banner;
}

interface Change {
  /** Id of the newest announcement that the administrator saw, or null if there was none. */
  readonly seenId: string | null;
  /** Text of the announcement. An empty text takes down the current announcement. */
  readonly text: string;
  readonly severity: Banner["severity"];
  /** Null if the announcement starts immediately. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly reason: string;
}

/** Saves the announcement. Throws the refusals above. */
export async function setBannerByAdministrator(
  deps: AdminDeps,
  caller: Caller,
  { seenId, reason, ...next }: Change,
): Promise<void> {
  const { database, clock, bus } = deps;
  const actor = caller.userId;
  await countAdministratorWrite(deps, actor);
  await database.transaction(async (tx) => {
    await lockBanners(tx);
    const now = clock.now();
    await requireAdministrator(tx, { userId: actor, now });
    const [before] = await recentBanners(tx, 1);
    if ((before?.id ?? null) !== seenId) throw bannerRefusals.banner_changed();
    const times = timesOf(next, now);
    if (!PLAIN.test(next.text)) throw bannerRefusals.banner_text_invalid();
    if (next.text === "" && (before?.text ?? "") === "") throw bannerRefusals.banner_same();
    const { text, severity } = next;
    const after = { id: newId("ban", now), text, severity, ...times, setAt: now, setBy: actor };
    await insertBanner(tx, after);
    await recordAudit(tx, {
      at: now,
      actor,
      action: "settings.banner",
      target: null,
      reason,
      before: before ? facts(before) : {},
      after: facts(after),
    });
  });
  bus.publish("terms", { what: "banner" });
}

function timesOf(
  { text, from, until }: Pick<Change, "text" | "from" | "until">,
  now: Date,
): Pick<Banner, "from" | "until"> {
  if (text === "") return { from: now, until: null };
  const begin = from === null || from < now ? now : from;
  const latest = new Date(now.getTime() + bannerLimits.daysMax * DAY_MS);
  if (begin > latest || (until !== null && (until <= begin || until > latest)))
    throw bannerRefusals.banner_time_invalid({ days: String(bannerLimits.daysMax) });
  return { from: begin, until };
}

function facts({ id, text, severity, from, until }: Banner) {
  return {
    version: id,
    announcement: text,
    severity,
    from: from.toISOString(),
    until: until === null ? null : until.toISOString(),
  };
}
