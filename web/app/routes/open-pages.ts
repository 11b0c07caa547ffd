/** Routes of public pages, which signed-in users see in their own shell. */
import { createRoute } from "@tanstack/react-router";
import { account } from "./areas.ts";
import { lazyPage } from "./lazy-page.ts";

const timeMachine = createRoute({
  getParentRoute: () => account,
  path: "/time-machine",
  ...lazyPage(() => import("./open/OpenTimeMachine.tsx"), "OpenTimeMachine"),
});

const pool = createRoute({
  getParentRoute: () => account,
  path: "/pool",
  ...lazyPage(() => import("./open/OpenPool.tsx"), "OpenPool"),
});

const transparency = createRoute({
  getParentRoute: () => account,
  path: "/transparency",
  ...lazyPage(() => import("./open/OpenTransparency.tsx"), "OpenTransparency"),
});

const verify = createRoute({
  getParentRoute: () => account,
  path: "/verify",
  ...lazyPage(() => import("./open/OpenVerify.tsx"), "OpenVerify"),
});

const forexDays = createRoute({
  getParentRoute: () => account,
  path: "/forex/days",
  ...lazyPage(() => import("./open/OpenDays.tsx"), "OpenDays"),
});

const forexDay = createRoute({
  getParentRoute: () => account,
  path: "/forex/days/$date",
  ...lazyPage(() => import("./open/OpenDay.tsx"), "OpenDay"),
});

const transaction = createRoute({
  getParentRoute: () => account,
  path: "/transaction/$txid",
  ...lazyPage(() => import("./open/OpenTransaction.tsx"), "OpenTransaction"),
});

export const openPages = [
  timeMachine,
  pool,
  transparency,
  verify,
  forexDays,
  forexDay,
  transaction,
] as const;
