/**
 * The modules that own tables, in the order in which their migrations run: a module may refer to
 * tables of those before it. The database keeps these names: in tables, and with each applied
 * migration.
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
];

/** Modules whose folder has another name than their tables. */
const FOLDERS: Readonly<Record<string, string>> = {
  platform: "platform",
  history: "modules/market-history",
};

/** The folder with a module's migrations and grants, below the root of the checkout. */
export function moduleFolder(module: string): string {
  return FOLDERS[module] ?? `modules/${module}`;
}
