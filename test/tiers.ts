/**
 * Divides the test files into two tiers. `npm test` runs the first tier: all unit tests except the
 * slow ones, and the scenario and browser files listed below, which cover the main user journeys.
 * `npm run test:rest` runs the second tier, and `npm run test:all` runs both tiers. A new file in
 * test/scenarios or test/browser belongs to the second tier until it is added to a list below.
 */

export type Project = "node" | "dom" | "scenario" | "browser";
export type Tier = "first" | "rest";

export const KEY_SCENARIOS = [
  "test/scenarios/authorisation.test.ts",
  "test/scenarios/bad-withdrawals.test.ts",
  "test/scenarios/main-job.test.ts",
  "test/scenarios/official-client.test.ts",
  "test/scenarios/pool.test.ts",
  "test/scenarios/published-api.test.ts",
  "test/scenarios/second-factor-withdrawal.test.ts",
  "test/scenarios/second-factor.test.ts",
  "test/scenarios/stopping.test.ts",
  "test/scenarios/stream.test.ts",
  "test/scenarios/two-processes.test.ts",
  "test/scenarios/two-tabs.test.ts",
];

export const KEY_BROWSER_FILES = [
  "test/browser/admin-withdrawals.test.ts",
  "test/browser/dashboard.test.ts",
  "test/browser/earn.test.ts",
  "test/browser/forex.test.ts",
  "test/browser/forgot-password.test.ts",
  "test/browser/guards.test.ts",
  "test/browser/hardware.test.ts",
  "test/browser/history.test.ts",
  "test/browser/keyboard.test.ts",
  "test/browser/landing.test.ts",
  "test/browser/mailbox.test.ts",
  "test/browser/main-job.test.ts",
  "test/browser/pool.test.ts",
  "test/browser/purchase-power.test.ts",
  "test/browser/seed-account.test.ts",
  "test/browser/seed-entrance.test.ts",
  "test/browser/seed-products.test.ts",
  "test/browser/sign-in.test.ts",
  "test/browser/try-it.test.ts",
  "test/browser/wallet.test.ts",
];

/**
 * Slow unit tests. They kill processes, start their own servers, play long random histories, or
 * take over 8 seconds for another reason (over 5 seconds if the file has few tests).
 */
export const SLOW_UNITS = [
  "core/receipts/forgeries.test.ts",
  "modules/admin/one-person.test.ts",
  "modules/admin/people/confirm-role.test.ts",
  "modules/admin/people/decide-reset-request.test.ts",
  "modules/admin/people/remove-second-factor.test.ts",
  "modules/admin/withdrawals/withdrawals.test.ts",
  "modules/audit/tampering.test.ts",
  "modules/backup/external-database.test.ts",
  "modules/backup/remove-old-copies.test.ts",
  "modules/bitcoin/damaged-core.test.ts",
  "modules/bitcoin/supervision.test.ts",
  "modules/earn/closing.test.ts",
  "modules/forex/analysis/trading-month.test.ts",
  "modules/forex/candles/stored-days.test.ts",
  "modules/forex/marks/mark-equity.test.ts",
  "modules/forex/orders/engine-behind.test.ts",
  "modules/forex/orders/kill.test.ts",
  "modules/forex/public-figures-manipulation.test.ts",
  "modules/forex/random-trading.test.ts",
  "modules/forex/replays/branch-random.test.ts",
  "modules/ledger/races.test.ts",
  "core/market/book/random-books.test.ts",
  "modules/mining/plans/killed-purchase.test.ts",
  "modules/notifications/outbox/unreachable-server.test.ts",
  "modules/notifications/outbox/killed.test.ts",
  "modules/notifications/outbox/limits.test.ts",
  "platform/database/database.test.ts",
  "platform/database/embedded-postgres.test.ts",
  "platform/database/failover.test.ts",
  "platform/database/own-user.test.ts",
  "platform/database/postgres-leftover.test.ts",
  "platform/reads/open-reads.test.ts",
  "modules/pool/process/miners.test.ts",
  "modules/pool/stratum/random-submits.test.ts",
  "scripts/stop-simulation.test.ts",
  "server/metrics/installation-figures.test.ts",
  "modules/support/chat/chat.test.ts",
  "modules/transparency/proofs/cold-proof.test.ts",
  "modules/transparency/proofs/many-outputs.test.ts",
  "modules/treasury/solvency.test.ts",
  "modules/users/administrators/search-people.test.ts",
  "modules/users/hosted/hosted-keys.test.ts",
  "modules/users/mailed-links/change-email.test.ts",
  "modules/users/service-key/rotate-signing-key.test.ts",
  "modules/wallet/fee-bumps/fee-bumps.test.ts",
  "modules/wallet/cold/cold.test.ts",
  "modules/wallet/cold/crash.test.ts",
  "modules/wallet/cold/restore.test.ts",
  "modules/wallet/conflict-of-grants.test.ts",
  "modules/wallet/conflict.test.ts",
  "modules/wallet/crash.test.ts",
  "modules/wallet/failed-verification.test.ts",
  "modules/wallet/false-figures.test.ts",
  "modules/wallet/payouts/payouts-crash.test.ts",
  "modules/wallet/recovery/random-restores.test.ts",
  "modules/wallet/recovery/restore.test.ts",
  "modules/wallet/recovery/restored-addresses.test.ts",
  "modules/wallet/reorg.test.ts",
  "modules/wallet/rescan/find-coins.test.ts",
  "modules/wallet/self-transfers/crash.test.ts",
  "modules/wallet/self-transfers/restore.test.ts",
  "modules/wallet/sender/grant-batches.test.ts",
  "modules/wallet/sender/lost-answers.test.ts",
  "modules/wallet/sender/small-coins.test.ts",
  "modules/wallet/sender/withdrawal-batches.test.ts",
  "modules/wallet/stuck/abandonment.test.ts",
  "modules/wallet/stuck/cpfp.test.ts",
  "modules/wallet/stuck/crash.test.ts",
  "modules/wallet/stuck/restore.test.ts",
  "modules/wallet/concurrent-workers.test.ts",
  "modules/wallet/watcher/sweep-fees.test.ts",
  "modules/wallet/withdrawals/request-batch.test.ts",
  "modules/wallet/workers.test.ts",
  "test/add-route.test.ts",
  "test/bench/parts.test.ts",
];

const ALL: Readonly<Record<Project, string>> = {
  node: "**/*.test.ts",
  dom: "web/**/*.test.tsx",
  scenario: "test/scenarios/**/*.test.ts",
  browser: "test/browser/**/*.test.ts",
};

const ELSEWHERE = ["**/node_modules/**", "dist/**", "data/**"];
/** Every *.test.ts file outside these folders is a unit test. */
const NO_UNITS = ["test/scenarios/**", "test/browser/**"];

/**
 * Returns vitest's `include` and `exclude` for a project. Without a tier, the project runs all its
 * files.
 */
export function filesOf(
  project: Project,
  tier?: string,
): { readonly include: string[]; readonly exclude: string[] } {
  const exclude = [...ELSEWHERE, ...(project === "node" ? NO_UNITS : [])];
  const all = { include: [ALL[project]], exclude };
  const isWhole = tier !== "first" && tier !== "rest";
  if (isWhole) return all;
  const listed = { node: SLOW_UNITS, dom: [], scenario: KEY_SCENARIOS, browser: KEY_BROWSER_FILES };
  const isListFirst = project === "scenario" || project === "browser";
  return isListFirst === (tier === "first")
    ? { include: listed[project], exclude }
    : { include: all.include, exclude: [...exclude, ...listed[project]] };
}
