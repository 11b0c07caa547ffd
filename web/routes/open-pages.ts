/** Pages for anybody, in the shell for who is signed in. */
import { createRoute } from "@tanstack/react-router";
import { account } from "./areas.ts";
import { lazyPage } from "./lazy-page.ts";

const timeMachine = createRoute({
  getParentRoute: () => account,
  path: "/time-machine",
  ...lazyPage(() => import("../time-machine/TimeMachinePage.tsx"), "TimeMachinePage"),
});

const pool = createRoute({
  getParentRoute: () => account,
  path: "/pool",
  ...lazyPage(() => import("../pool/PoolPage.tsx"), "PoolPage"),
});

const forexDays = createRoute({
  getParentRoute: () => account,
  path: "/forex/days",
  ...lazyPage(() => import("../forex/day/DaysPage.tsx"), "DaysPage"),
});

const forexDay = createRoute({
  getParentRoute: () => account,
  path: "/forex/days/$date",
  ...lazyPage(() => import("../forex/day/DayPage.tsx"), "DayPage"),
});

const transaction = createRoute({
  getParentRoute: () => account,
  path: "/transaction/$txid",
  ...lazyPage(() => import("../explorer/TransactionPage.tsx"), "TransactionPage"),
});

export const openPages = [timeMachine, pool, forexDays, forexDay, transaction] as const;
