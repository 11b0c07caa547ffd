/**
 * The rooms that own tables, in the order in which their migrations run: a room may refer to tables
 * of those before it.
 */
export const ROOMS: readonly string[] = [
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
