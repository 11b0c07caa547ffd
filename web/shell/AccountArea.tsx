/** The part of the site that knows who is signed in: sign-in pages and everything behind them. */
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
// Notices of the sign-in itself belong to the list too.
import "../notices/notice-log.ts";
import { StepUpArea } from "../step-up/StepUpArea.tsx";
import { AuthProvider } from "../auth/AuthProvider.tsx";

export function AccountArea() {
  useEffect(loadToasterOnFirstTouch, []);
  return (
    <AuthProvider>
      <Outlet />
      <StepUpArea />
    </AuthProvider>
  );
}

/**
 * A toast answers something that was pressed: its code loads while the answer is under way, and not
 * before the page.
 */
function loadToasterOnFirstTouch(): () => void {
  const stop = () => {
    removeEventListener("pointerdown", load);
    removeEventListener("keydown", load);
  };
  const load = () => {
    stop();
    void import("../ui/Toaster.tsx");
  };
  addEventListener("pointerdown", load);
  addEventListener("keydown", load);
  return stop;
}
