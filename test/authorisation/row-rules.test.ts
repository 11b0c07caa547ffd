/**
 * Checks each row of the access table against its route's path. The scenario tests only compare a
 * row with the server's responses, so they would not detect a row and a route that are wrong in the
 * same way.
 */
import { expect, test } from "vitest";
import type { RouteName } from "../../api/paths.ts";
import { routes } from "../../api/tables.ts";
import type { Route } from "../../api/route.ts";

const rows = Object.entries(routes) as [RouteName, Route][];
const changes = ({ method }: Route): boolean => method !== "GET";

/**
 * Returns true if the path equals a word in `areas`, or starts with a word that ends with an
 * asterisk.
 */
function isWithin({ path }: Route, areas: string): boolean {
  return areas
    .trim()
    .split(/\s+/)
    .some((area) =>
      area.endsWith("*")
        ? path.startsWith(`/api/v1/${area.slice(0, -1)}`)
        : path === `/api/v1/${area}`,
    );
}

function namesOf(isMeant: (row: Route) => boolean): RouteName[] {
  return rows.filter(([, row]) => isMeant(row)).map(([name]) => name);
}

/**
 * Areas of the API that an API key may read. They contain a user's items and actions, but no
 * messages, sessions or account security.
 */
const READ_BY_KEYS = `
  me me/adjustments me/audit* wallet wallet/deposit-address wallet/deposits* wallet/faucet
  wallet/connections wallet/followed withdrawals transactions/* withdrawals/{withdrawalId}
  ledger/* mining* earn/* shop/* analytics* forex/* transparency/proofs/{proofId}/mine
  receipts/{kind}/{id}`;

test("a key with the read scope can only read a user's items and actions", () => {
  const opened = rows.filter(([, { keyScope }]) => keyScope === "read");
  expect(opened.length).toBeGreaterThan(50);
  expect(opened.filter(([, row]) => changes(row) || !isWithin(row, READ_BY_KEYS))).toEqual([]);
  expect(namesOf((row) => !changes(row) && !["read", undefined].includes(row.keyScope))).toEqual(
    [],
  );
});

/** Routes that move coins only between the user's own balances. */
const TRADED_BY_KEYS = `
  mining/* earn/* shop/* forex/* wallet/faucet`;

test("a key with the trade scope cannot move coins away from the user", () => {
  const opened = rows.filter(([, { keyScope }]) => keyScope === "trade");
  expect(opened.length).toBeGreaterThan(25);
  expect(opened.filter(([, row]) => !changes(row) || !isWithin(row, TRADED_BY_KEYS))).toEqual([]);
});

test("a key can move coins out through one route only", () => {
  const withdrawing = namesOf(({ keyScope }) => keyScope === "withdraw-to-verified");
  expect(withdrawing).toEqual(["createWithdrawal"]);
  const opened = namesOf(({ keyScope, wantsAccount }) => !!keyScope && !!wantsAccount);
  expect(opened).toEqual(withdrawing);
});

test("keys have no access to administrator routes", () => {
  const ofAdministrators = (row: Route) => row.auth === "admin" || isWithin(row, "admin*");
  expect(namesOf((row) => !!row.keyScope && ofAdministrators(row))).toEqual([]);
  const open = ({ auth, path }: Route) => path.startsWith("/api/v1/admin/") !== (auth === "admin");
  expect(namesOf(open)).toEqual([]);
});

/**
 * Routes that require a full account, because they write to other users, move coins out, or change
 * account security.
 */
const FOR_ACCOUNTS = `
  chat/messages chat/adopt support/* me/keys* me/step-up admin-setup withdrawals*
  wallet/connections* wallet/address-lock`;
/**
 * Routes that move no coins out. Anonymous accounts may not start these actions but may end them.
 */
const FOR_ALL: readonly RouteName[] = ["cancelWithdrawal", "renameConnection", "removeConnection"];

test("changes that reach other users or account security require an account", () => {
  const wanting = namesOf(
    (row) => row.auth === "user" && changes(row) && isWithin(row, FOR_ACCOUNTS),
  ).filter((name) => !FOR_ALL.includes(name));
  expect(namesOf(({ wantsAccount }) => !!wantsAccount).toSorted()).toEqual(wanting.toSorted());
});

/**
 * Reads that must use the primary because they decide about money, identify the caller, or show the
 * caller's latest changes.
 */
const ON_PRIMARY = `
  me me/audit* me/keys me/mailbox* me/notification-settings me/sessions me/login-history
  me/requests/* me/second-factor wallet wallet/deposit-address wallet/faucet wallet/connections
  wallet/followed wallet/address-lock withdrawals/terms withdrawals/{withdrawalId}/bump
  receipts/* public/blocks/*
  transactions/* chat* public/transactions/* support/* forex/account forex/positions forex/alerts
  forex/journal* forex/replays forex/replays/{replayId} forex/replays/{replayId}/positions forex/price-files
  forex/replays/{replayId}/candles forex/instruments forex/quotes forex/candles forex/house
  forex/drawings forex/replays/{replayId}/drawings
  forex/days forex/days/{date} forex/replay-days admin/trends admin/users/* admin/settings*
  admin/history admin/pool* admin/operations admin/cold* admin/audit/* admin/recovery*
  admin/withdrawals* admin/adjustments* admin/support/*`;

test("a standby answers only reads that tolerate slightly old data", () => {
  const read = rows.filter(([, { readsStandby }]) => readsStandby);
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter(([, row]) => changes(row) || isWithin(row, ON_PRIMARY))).toEqual([]);
});

test("every route that moves coins is idempotent", () => {
  const outside = `
    forex/orders/preview forex/replays/{replayId}/orders/preview
    forex/replays/{replayId}/drawings/*`;
  const places = `
    mining/contracts mining/boosts earn/* shop/* wallet/faucet withdrawals
    withdrawals/{withdrawalId}/bump forex/account/transfers forex/account/seasons forex/orders*
    forex/trades* forex/positions/* forex/replays/{replayId}/* admin/treasury/*
    admin/withdrawals/{withdrawalId}/bump admin/adjustments admin/recovery/*`;
  const moving = (row: Route) => changes(row) && isWithin(row, places) && !isWithin(row, outside);
  expect(namesOf((row) => moving(row) && !row.movesMoney)).toEqual([]);
});
