/**
 * Returns all settings that determine figures, for administrators: current and earlier values, and
 * the users who set them.
 */
import { postedRates } from "#earn";
import { percentText, termTexts } from "#economics";
import {
  recentReferenceValues,
  referenceTexts,
  type ReferenceValues,
  type TermsTables,
} from "#treasury";
import { isUuid, type Clock, type Queryable } from "#platform";
import { findEmails } from "#users";
import { shownBanner } from "./banner.ts";
import { recentBanners } from "./banners-table.ts";
import { allPostedTerms, type TermsGroup } from "./posted-terms.ts";

const VERSIONS_MAX = 20;

export async function getSettings({
  database,
  clock,
  terms: tables,
}: {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly terms: TermsTables;
}) {
  const now = clock.now();
  const versions = await recentReferenceValues(database, VERSIONS_MAX);
  const products = await postedRates(database);
  const terms = await allPostedTerms(database, tables, VERSIONS_MAX);
  const banners = await recentBanners(database, VERSIONS_MAX);
  const shown = await shownBanner(database, now);
  const posted = [
    ...versions,
    ...products.flatMap(({ rates }) => rates),
    ...terms.flatMap((group) => group.versions),
    ...banners,
    ...(shown === null ? [] : [shown]),
  ];
  const nameOf = await namesOf(database, new Set(posted.map(({ setBy }) => setBy)));
  return {
    at: now,
    reference: versions.map((version) => presentVersion(version, nameOf)),
    terms: terms.map((group) => presentGroup(group, nameOf)),
    banners: banners.map((banner) => ({ ...banner, setBy: nameOf(banner.setBy) })),
    shownBanner: shown === null ? null : { ...shown, setBy: nameOf(shown.setBy) },
    earn: products.map(({ product, floorPercent, rates }) => ({
      productId: product.id,
      name: product.name,
      floorPercent,
      rates: rates.slice(0, VERSIONS_MAX).map(({ id, apy, validFrom, source, setBy }) => ({
        id,
        apyPercent: percentText(apy),
        validFrom,
        source,
        setBy: nameOf(setBy),
      })),
    })),
  };
}

function presentVersion(version: ReferenceValues, nameOf: (setBy: string) => string | null) {
  const { id, validFrom, source, setBy } = version;
  return { id, values: referenceTexts(version), validFrom, source, setBy: nameOf(setBy) };
}

function presentGroup(
  { kind, subject, name, versions }: TermsGroup,
  nameOf: (setBy: string) => string | null,
) {
  return {
    kind,
    subject,
    name,
    versions: versions.map(({ id, values, validFrom, source, setBy }) => ({
      id,
      values: termTexts(kind, values),
      validFrom,
      source,
      setBy: nameOf(setBy),
    })),
  };
}

/**
 * Returns display names by `setBy`, which is a user's id, or the platform's name for starting
 * values. Null for deleted users.
 */
async function namesOf(queryable: Queryable, setBy: ReadonlySet<string>) {
  const ids = [...setBy].filter((one) => isUuid(one));
  const emails = await findEmails(queryable, ids);
  return (one: string): string | null => (isUuid(one) ? (emails.get(one) ?? null) : one);
}
