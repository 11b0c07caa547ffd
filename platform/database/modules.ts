/**
 * Lists the modules that own tables, in the order of their migrations. A module may reference only
 * tables of earlier modules. These names must not change, because they are part of the table names
 * and are stored with each applied migration.
 */
export const MODULES: readonly string[] = [
  "platform",
  "ledger",
  "bitcoin",
  "notifications",
  "users",
  "pool",
  "wallet",
  "mining",
  "treasury",
  "earn",
  "forex",
  "shop",
  "history",
  "support",
  "analytics",
  "admin",
  "audit",
  "security",
  "transparency",
];

/** Folders of the modules whose folder name differs from their table prefix. */
const FOLDERS: Readonly<Record<string, string>> = {
  platform: "platform",
  history: "modules/market-history",
};

/** The module's folder below the root of the checkout, with its migrations and privileges. */
export function moduleFolder(module: string): string {
  return FOLDERS[module] ?? `modules/${module}`;
}
