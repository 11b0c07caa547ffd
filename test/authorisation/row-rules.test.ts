/**
 * Rules that the rows of the API keep. The scenarios compare a row with what the server does; these
 * compare it with where it stands, so that a wrong row is noticed.
 */
import { expect, test } from "vitest";
import type { RouteName } from "../../api/paths.ts";
import { routes } from "../../api/tables.ts";
import type { Route } from "../../api/route.ts";

const rows = Object.entries(routes) as [RouteName, Route][];
const changes = ({ method }: Route): boolean => method !== "GET";

/** The path is one of these words, or begins as one that ends with a star. */
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

/** What a person owns and did. Never messages, sessions or what protects the account. */
const READ_BY_KEYS = `
  me me/adjustments me/audit wallet wallet/deposit-address wallet/deposits* wallet/faucet
  wallet/connections wallet/followed withdrawals transactions/* withdrawals/{withdrawalId}
  ledger/* mining* earn/* shop/* analytics* forex/*`;

test("a key that reads opens only reads, of what a person owns and did", () => {
  const opened = rows.filter(([, { keyScope }]) => keyScope === "read");
  expect(opened.length).toBeGreaterThan(50);
  expect(opened.filter(([, row]) => changes(row) || !isWithin(row, READ_BY_KEYS))).toEqual([]);
  expect(namesOf((row) => !changes(row) && !["read", undefined].includes(row.keyScope))).toEqual(
    [],
  );
});

/** Where coins stay with the person. */
const TRADED_BY_KEYS = `
  mining/* earn/* shop/* forex/* wallet/faucet`;

test("a key that trades opens only changes by which coins stay with the person", () => {
  const opened = rows.filter(([, { keyScope }]) => keyScope === "trade");
  expect(opened.length).toBeGreaterThan(25);
  expect(opened.filter(([, row]) => !changes(row) || !isWithin(row, TRADED_BY_KEYS))).toEqual([]);
});

test("keys move coins out by one route, and open no other that wants an account", () => {
  const withdrawing = namesOf(({ keyScope }) => keyScope === "withdraw-to-verified");
  expect(withdrawing).toEqual(["createWithdrawal"]);
  const opened = namesOf(({ keyScope, wantsAccount }) => !!keyScope && !!wantsAccount);
  expect(opened).toEqual(withdrawing);
});

test("keys open nothing of administrators", () => {
  const ofAdministrators = (row: Route) => row.auth === "admin" || isWithin(row, "admin*");
  expect(namesOf((row) => !!row.keyScope && ofAdministrators(row))).toEqual([]);
  const open = ({ auth, path }: Route) => path.startsWith("/api/v1/admin/") !== (auth === "admin");
  expect(namesOf(open)).toEqual([]);
});

/** Others are written to, coins leave, or what protects an account changes. */
const FOR_ACCOUNTS = `
  chat/messages chat/adopt support/* me/keys* me/step-up admin-setup withdrawals*
  wallet/connections* wallet/address-lock`;
/** Nothing leaves by them: what an anonymous account cannot begin it may still end. */
const FOR_ALL: readonly RouteName[] = ["cancelWithdrawal", "renameConnection", "removeConnection"];

test("a change that reaches others or the protection of an account wants an account", () => {
  const wanting = namesOf(
    (row) => row.auth === "user" && changes(row) && isWithin(row, FOR_ACCOUNTS),
  ).filter((name) => !FOR_ALL.includes(name));
  expect(namesOf(({ wantsAccount }) => !!wantsAccount).toSorted()).toEqual(wanting.toSorted());
});

/** They decide over money, prove who calls, or show what the caller has just changed. */
const ON_PRIMARY = `
  me me/audit me/keys me/mailbox* me/notification-settings me/sessions me/login-history
  me/requests/* me/second-factor wallet wallet/deposit-address wallet/faucet wallet/connections
  wallet/followed wallet/address-lock withdrawals/terms withdrawals/{withdrawalId}/bump
  transactions/* chat* public/transactions/* support/* forex/account forex/positions
  forex/replays forex/replays/{replayId} forex/replays/{replayId}/positions forex/price-files
  forex/replays/{replayId}/candles forex/instruments forex/quotes forex/candles forex/house
  forex/days forex/days/{date} forex/replay-days admin/trends admin/users/* admin/settings*
  admin/history admin/pool* admin/operations admin/cold* admin/audit/* admin/recovery*
  admin/withdrawals* admin/adjustments* admin/support/*`;

test("a standby answers only reads that may be a moment old", () => {
  const read = rows.filter(([, { readsStandby }]) => readsStandby);
  expect(read.length).toBeGreaterThan(50);
  expect(read.filter(([, row]) => changes(row) || isWithin(row, ON_PRIMARY))).toEqual([]);
});

test("a change that moves coins can be repeated without moving them twice", () => {
  const outside = `
    forex/orders/preview forex/replays/{replayId}/orders/preview`;
  const places = `
    mining/contracts mining/boosts earn/* shop/* wallet/faucet withdrawals
    withdrawals/{withdrawalId}/bump forex/account/transfers forex/orders* forex/trades*
    forex/positions/* forex/replays/{replayId}/* admin/treasury/*
    admin/withdrawals/{withdrawalId}/bump admin/adjustments admin/recovery/*`;
  const moving = (row: Route) => changes(row) && isWithin(row, places) && !isWithin(row, outside);
  expect(namesOf((row) => moving(row) && !row.movesMoney)).toEqual([]);
});
