/** The part of the site that knows who is signed in: sign-in pages and everything behind them. */
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
// Notices of the sign-in itself belong to the list too.
import "../../ui/toasts/notice-log.ts";
import { StepUpArea } from "../../session/step-up/StepUpArea.tsx";
import { AuthProvider } from "../../session/auth/AuthProvider.tsx";

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
    void import("../../ui/toasts/Toaster.tsx");
  };
  addEventListener("pointerdown", load);
  addEventListener("keydown", load);
  return stop;
}
