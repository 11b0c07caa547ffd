/**
 * Creates the site settings on a real database, with two administrators who use two-factor
 * authentication, their view of the settings, the published events and the audit entries.
 */
import { verifyAudit } from "#audit";
import type { Caller } from "#api/route";
import { newDecider } from "../money/adjustments.ts";
import { startBackOffice, type AuditItem, type BackOffice } from "../people/back-office.ts";
import { plainRequest } from "./sign-in-server.ts";

export type Settings = Awaited<ReturnType<BackOffice["routes"]["getSiteSettings"]>>;
type Values = Settings["reference"][number]["values"];
type Terms = Settings["terms"][number];

export const WHY = { source: "Mean of three exchanges", reason: "Weekly update" };

export interface SiteSettings extends BackOffice {
  readonly admin: Caller;
  readonly other: Caller;
  /** Settings events on the bus since the list was last emptied. */
  readonly announced: string[];
  settings(): Promise<Settings>;
  post(
    values: Partial<Values>,
    as?: { caller?: Caller; seen?: (settings: Settings) => Settings["reference"][number] },
  ): Promise<Settings>;
  postRate(productId: string, apyPercent: string, caller?: Caller): Promise<Settings>;
  /**
   * Posts new terms. They are based on the newest version unless `seenId` is given, and omitted
   * fields stay the same.
   */
  postTerms(
    subject: string,
    values: Readonly<Record<string, string>>,
    as?: { caller?: Caller; seenId?: string; typedAgain?: Readonly<Record<string, string>> },
  ): Promise<Settings>;
  lastEntry(): Promise<AuditItem | undefined>;
  auditEntries(): Promise<number>;
}

export async function startSiteSettings(): Promise<SiteSettings> {
  const office = await startBackOffice();
  const { routes, deps } = office;
  const [admin, other] = [await newDecider(office), await newDecider(office)];
  const announced: string[] = [];
  deps.bus.subscribe("terms", ({ what }) => announced.push(what));
  const settings = () => routes.getSiteSettings({ ...plainRequest, caller: admin });
  return {
    ...office,
    admin,
    other,
    announced,
    settings,
    async post(values, { caller = admin, seen: latest = newest } = {}) {
      const version = latest(await settings());
      const body = { seenId: version.id, values: { ...version.values, ...values }, ...WHY };
      return routes.setReferenceValues({ ...plainRequest, caller, body });
    },
    async postRate(productId, apyPercent, caller = admin) {
      const { id: seenId } = rateOf(await settings(), productId);
      const body = { productId, seenId, apyPercent, ...WHY };
      return routes.setEarnRate({ ...plainRequest, caller, body });
    },
    async postTerms(subject, values, { caller = admin, seenId, typedAgain = {} } = {}) {
      const { kind, versions } = termsOf(await settings(), subject);
      const [current] = versions;
      const next = { ...current?.values, ...values };
      const body = { kind, subject, seenId: seenId ?? current?.id ?? "", values: next, typedAgain };
      return routes.setTerms({ ...plainRequest, caller, body: { ...body, ...WHY } });
    },
    async lastEntry() {
      return (await office.audit(admin))[0];
    },
    auditEntries: async () => (await verifyAudit(deps.database)).entries,
  };
}

export function newest({ reference }: Settings): Settings["reference"][number] {
  const [version] = reference;
  if (!version) throw new Error("no version");
  return version;
}

export function rateOf({ earn }: Settings, productId: string) {
  const rate = earn.find((product) => product.productId === productId)?.rates[0];
  if (!rate) throw new Error(`no rate of ${productId}`);
  return rate;
}

export function termsOf({ terms }: Settings, subject: string): Terms {
  const group = terms.find((one) => one.subject === subject);
  if (!group) throw new Error(`no terms of ${subject}`);
  return group;
}
