/** Link from a subpage of /settings back to the settings. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { settingsTexts } from "./strings.ts";

export function SettingsLink() {
  return (
    <Link className={buttonClass()} {...paths.settings}>
      {settingsTexts.back}
    </Link>
  );
}
