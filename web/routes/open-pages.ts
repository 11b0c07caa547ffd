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

export const openPages = [timeMachine] as const;
