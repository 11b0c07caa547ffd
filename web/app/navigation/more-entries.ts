/** Pages that are listed only in the search. The search loads this file on demand. */
import { FileCheck, History, Pickaxe, Scale, Settings } from "lucide-react";
import { adminEntries, administrationArea } from "./admin-entries.ts";
import { userAreaOfAdministrators, type NavigationEntry, type ShellArea } from "./entries.ts";
import { paths } from "../../ui/navigation/paths.ts";

const settingsPages: readonly NavigationEntry[] = (
  [
    ["Two-Factor Auth", paths.twoFactor],
    ["Login Notifications", paths.loginNotices],
    ["Login History", paths.loginHistory],
    ["API Keys", paths.keys],
    ["Change Password", paths.changePassword],
    ["Change E-mail", paths.changeEmail],
  ] as const
).map(([label, target]) => ({ label, target, prefix: target.to, icon: Settings }));

/** The time machine. Other than the search, only pages with products link to it. */
const timeMachine: NavigationEntry = {
  label: "Time Machine",
  target: paths.timeMachine,
  prefix: "/time-machine",
  icon: History,
};

const pool: NavigationEntry = {
  label: "Mining Pool",
  target: paths.pool,
  prefix: "/pool",
  icon: Pickaxe,
};

const transparency: NavigationEntry = {
  label: "Transparency",
  target: paths.transparency,
  prefix: "/transparency",
  icon: Scale,
};

const verify: NavigationEntry = {
  label: "Verify a File",
  target: paths.verify,
  prefix: "/verify",
  icon: FileCheck,
};

export function moreOf(area: ShellArea): readonly NavigationEntry[] {
  if (area === administrationArea) return settingsPages;
  const ofAdministrators = adminEntries.map((entry) => ({
    ...entry,
    label: `Admin: ${entry.label}`,
  }));
  return [
    timeMachine,
    pool,
    transparency,
    verify,
    ...settingsPages,
    ...(area === userAreaOfAdministrators ? ofAdministrators : []),
  ];
}
