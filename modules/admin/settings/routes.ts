/** The site settings over HTTP: every write answers with all settings as they are afterwards. */
import type { Handlers } from "#api/route";
import type { siteSettingsApi } from "#api/site-settings";
import type { AdminParts } from "../office/parts.ts";
import { setBannerByAdministrator } from "./banner.ts";
import { getSettings } from "./get-settings.ts";
import { setRateByAdministrator } from "./set-rate.ts";
import { setReferenceValuesByAdministrator } from "./set-reference-values.ts";
import { setTermsByAdministrator } from "./set-terms.ts";

export function siteSettingsRoutes(parts: AdminParts): Handlers<typeof siteSettingsApi> {
  return {
    getSiteSettings: () => getSettings(parts),
    async setReferenceValues({ caller, body }) {
      await setReferenceValuesByAdministrator(parts, caller, body);
      return getSettings(parts);
    },
    async setEarnRate({ caller, body }) {
      await setRateByAdministrator(parts, caller, body);
      return getSettings(parts);
    },
    async setTerms({ caller, body: { values, ...change } }) {
      await setTermsByAdministrator(parts, caller, { ...change, texts: values });
      return getSettings(parts);
    },
    async setBanner({ caller, body }) {
      await setBannerByAdministrator(parts, caller, body);
      return getSettings(parts);
    },
  };
}
