/** HTTP routes of the site settings. Every write responds with all settings after the change. */
import type { Handlers } from "#api/route";
import type { siteSettingsApi } from "#api/site-settings";
import type { AdminDeps } from "../office/deps.ts";
import { setBannerByAdministrator } from "./banner.ts";
import { getSettings } from "./get-settings.ts";
import { setRateByAdministrator } from "./set-rate.ts";
import { setReferenceValuesByAdministrator } from "./set-reference-values.ts";
import { setTermsByAdministrator } from "./set-terms.ts";

export function siteSettingsRoutes(deps: AdminDeps): Handlers<typeof siteSettingsApi> {
  return {
    getSiteSettings: () => getSettings(deps),
    async setReferenceValues({ caller, body }) {
      await setReferenceValuesByAdministrator(deps, caller, body);
      return getSettings(deps);
    },
    async setEarnRate({ caller, body }) {
      await setRateByAdministrator(deps, caller, body);
      return getSettings(deps);
    },
    async setTerms({ caller, body: { values, ...change } }) {
      await setTermsByAdministrator(deps, caller, { ...change, texts: values });
      return getSettings(deps);
    },
    async setBanner({ caller, body }) {
      await setBannerByAdministrator(deps, caller, body);
      return getSettings(deps);
    },
  };
}
