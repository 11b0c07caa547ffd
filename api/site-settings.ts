/**
 * /admin/settings: reference values, rates, prices, terms, limits and the maintenance banner, each
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

/** `setBy` is an e-mail address or the house's name; null when the person was deleted since. */
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

/** Decimal texts by the name of the field; a switch is 1 or 0. */
const termTexts = z.record(z.string(), decimal);

const severity = z.enum(["info", "warning"]);

/**
 * An announcement at the top of every page; an empty text takes down what was shown and planned.
 */
const banner = z.object({
  id: z.string(),
  text: z.string(),
  severity,
  from: time,
  /** Null: until it is taken down. */
  until: time.nullable(),
  setAt: time,
  setBy: z.string().nullable(),
});

/**
 * Newest first, at most 20 each; the newest is in force, but for a raise of review limits that
 * waits, and a planned announcement.
 */
const siteSettings = z
  .object({
    at: time,
    reference: z.array(z.object({ ...posted, values: referenceTexts })),
    /** Prices, terms and limits of one thing each. */
    terms: z.array(
      z.object({
        kind: termKind,
        subject: z.string(),
        name: z.string(),
        versions: z.array(z.object({ ...posted, values: termTexts })),
      }),
    ),
    /** Only the newest can be planned; until it begins, what is shown stays. */
    banners: z.array(banner),
    /** What every page shows at `at`. */
    shownBanner: banner.nullable(),
    earn: z.array(
      z.object({
        productId: z.string(),
        name: z.string(),
        /** A promise that no later rate may break. */
        floorPercent: decimal.nullable(),
        rates: z.array(z.object({ ...posted, apyPercent: decimal })),
      }),
    ),
  })
  .meta({ id: "SiteSettings" });

/** Any text: what is no number or out of bounds is refused with a sentence that says why. */
const typedNumber = z.string().trim().max(limits.numberCharacters);
const seenId = z.string().max(64).meta({ description: "the newest version that was looked at" });
const source = z
  .string()
  .trim()
  .min(limits.sourceCharacters.min)
  .max(limits.sourceCharacters.max)
  .meta({ description: "where the numbers come from; kept with the version" });
const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });
/** By the name of the field. */
const typedTerms = z.record(z.string().max(limits.numberCharacters), typedNumber);

export const siteSettingsApi = {
  getSiteSettings: {
    method: "GET",
    path: "/api/v1/admin/settings",
    auth: "admin",
    summary: "Every setting in force, and the versions before it",
    response: siteSettings,
  },
  setReferenceValues: {
    method: "POST",
    path: "/api/v1/admin/settings",
    auth: "admin",
    summary:
      "Post new reference values, in force from now on; 409 when others were posted meanwhile",
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
    summary: "Post a new rate of an earn product; 409 when another was posted meanwhile",
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
    summary: "Post a price, terms or limits; 409 when others were posted meanwhile",
    body: z.strictObject({
      kind: termKind,
      subject: z.string().max(64),
      seenId,
      values: typedTerms,
      typedAgain: typedTerms.default({}).meta({
        description: "the same value again, for what changes by more than a factor of 10",
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
      "Put an announcement at the top of every page, now or from a time on; an empty text takes down what is shown and planned",
    body: z.strictObject({
      seenId: seenId.nullable(),
      text: z.string().trim().max(bannerLimits.textCharacters),
      severity,
      from: time.nullable().meta({ description: "null: from now on" }),
      until: time.nullable().meta({ description: "null: until it is taken down" }),
      reason,
    }),
    response: siteSettings,
  },
} as const satisfies Api;
