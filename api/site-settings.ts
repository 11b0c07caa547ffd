/**
 * Routes of /admin/settings: reference values, rates, prices, terms, limits and the banner, each
 * with its versions.
 */
import { z } from "zod";
import { adminLimits as limits, bannerLimits } from "./limits.ts";
import type { Api } from "./route.ts";
import { decimal, time } from "./values.ts";

const referenceTexts = z.object({
  usdPerBtc: decimal,
  difficulty: decimal,
  subsidyBtc: decimal,
  /** Transaction fees of an average block. */
  feesBtc: decimal,
  poolFeePercent: decimal,
  usdPerKwh: decimal,
  boostUsdPerThsDay: decimal,
});

/** `setBy` is an e-mail address, or the platform's name. Null if the account has been deleted. */
const posted = {
  id: z.string(),
  validFrom: time,
  source: z.string(),
  setBy: z.string().nullable(),
};

const termKind = z.enum([
  "plan",
  "item",
  "fixedInvestment",
  "flexibleInvestment",
  "staking",
  "withdrawal",
  "faucet",
  "fee",
  "consolidation",
  "cold",
  "review",
  "forexDesk",
  "forexInterest",
  "forexMajorPair",
  "forexPair",
  "poolBlock",
  "poolPay",
  "messages",
]);

/** Decimal text by field name. A switch is 1 or 0. */
const termTexts = z.record(z.string(), decimal);

const severity = z.enum(["info", "warning"]);

/**
 * Announcement at the top of every page. An empty text removes the current announcement and any
 * planned one.
 */
const banner = z.object({
  id: z.string(),
  text: z.string(),
  severity,
  from: time,
  /** End of the announcement. If null, the announcement is shown until it is removed. */
  until: time.nullable(),
  setAt: time,
  setBy: z.string().nullable(),
});

/**
 * The versions of each setting, newest first, at most 20. The newest version is in force, except
 * for planned announcements and for higher review limits that are still waiting.
 */
const siteSettings = z
  .object({
    at: time,
    reference: z.array(z.object({ ...posted, values: referenceTexts })),
    /** Versions of prices, terms and limits. Each element is one subject. */
    terms: z.array(
      z.object({
        kind: termKind,
        subject: z.string(),
        name: z.string(),
        versions: z.array(z.object({ ...posted, values: termTexts })),
      }),
    ),
    /**
     * Versions of the announcement. Only the newest version can be planned, and the previous
     * version is shown until the planned version begins.
     */
    banners: z.array(banner),
    /** The announcement shown on every page at the time `at`. */
    shownBanner: banner.nullable(),
    earn: z.array(
      z.object({
        productId: z.string(),
        name: z.string(),
        /** Minimum rate, below which no later rate may be set. */
        floorPercent: decimal.nullable(),
        rates: z.array(z.object({ ...posted, apyPercent: decimal })),
      }),
    ),
  })
  .meta({ id: "SiteSettings" });

/**
 * A number as typed. The schema accepts any text, because the module's refusal of an invalid number
 * explains the problem.
 */
const typedNumber = z.string().trim().max(limits.numberCharacters);
const seenId = z
  .string()
  .max(64)
  .meta({ description: "newest version that the administrator saw" });
const source = z
  .string()
  .trim()
  .min(limits.sourceCharacters.min)
  .max(limits.sourceCharacters.max)
  .meta({ description: "source of the numbers, stored with the version" });
const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });
const typedTerms = z.record(z.string().max(limits.numberCharacters), typedNumber);

export const siteSettingsApi = {
  getSiteSettings: {
    method: "GET",
    path: "/api/v1/admin/settings",
    auth: "admin",
    summary: "Get all settings in force, and their earlier versions",
    response: siteSettings,
  },
  setReferenceValues: {
    method: "POST",
    path: "/api/v1/admin/settings",
    auth: "admin",
    summary: "Post new reference values, effective immediately; 409 if newer ones were posted",
    body: z.strictObject({
      seenId,
      values: z.strictObject({
        usdPerBtc: typedNumber,
        difficulty: typedNumber,
        subsidyBtc: typedNumber,
        feesBtc: typedNumber,
        poolFeePercent: typedNumber,
        usdPerKwh: typedNumber,
        boostUsdPerThsDay: typedNumber,
      }),
      source,
      reason,
    }),
    response: siteSettings,
  },
  setEarnRate: {
    method: "POST",
    path: "/api/v1/admin/settings/rates",
    auth: "admin",
    summary: "Post a new rate of an earn product; 409 if a newer one was posted",
    body: z.strictObject({
      productId: z.string().max(64),
      seenId,
      apyPercent: typedNumber,
      source,
      reason,
    }),
    response: siteSettings,
  },
  setTerms: {
    method: "POST",
    path: "/api/v1/admin/settings/terms",
    auth: "admin",
    summary: "Post a price, terms or limits; 409 if newer ones were posted",
    body: z.strictObject({
      kind: termKind,
      subject: z.string().max(64),
      seenId,
      values: typedTerms,
      typedAgain: typedTerms.default({}).meta({
        description: "repeats the value to confirm a change by more than a factor of 10",
      }),
      source,
      reason,
    }),
    response: siteSettings,
  },
  setBanner: {
    method: "POST",
    path: "/api/v1/admin/settings/banner",
    auth: "admin",
    summary:
      "Show an announcement at the top of every page, now or from a given time; an empty text removes the current and planned ones",
    body: z.strictObject({
      seenId: seenId.nullable(),
      text: z.string().trim().max(bannerLimits.textCharacters),
      severity,
      from: time.nullable().meta({ description: "null: effective immediately" }),
      until: time.nullable().meta({ description: "null: shown until it is removed" }),
      reason,
    }),
    response: siteSettings,
  },
} as const satisfies Api;
