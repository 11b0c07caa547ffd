/** Pages for anybody, in the shell for who is signed in. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { account } from "./areas.ts";

const timeMachine = createRoute({
  getParentRoute: () => account,
  path: "/time-machine",
  component: lazyRouteComponent(
    () => import("../time-machine/TimeMachinePage.tsx"),
    "TimeMachinePage",
  ),
});

const pool = createRoute({
  getParentRoute: () => account,
  path: "/pool",
  component: lazyRouteComponent(() => import("../pool/PoolPage.tsx"), "PoolPage"),
});

const forexDays = createRoute({
  getParentRoute: () => account,
  path: "/forex/days",
  component: lazyRouteComponent(() => import("../forex/day/DaysPage.tsx"), "DaysPage"),
});

const forexDay = createRoute({
  getParentRoute: () => account,
  path: "/forex/days/$date",
  component: lazyRouteComponent(() => import("../forex/day/DayPage.tsx"), "DayPage"),
});

const transaction = createRoute({
  getParentRoute: () => account,
  path: "/transaction/$txid",
  component: lazyRouteComponent(() => import("../explorer/TransactionPage.tsx"), "TransactionPage"),
});

export const openPages = [timeMachine, pool, forexDays, forexDay, transaction] as const;
