/**
 * Area of the site that knows the session: the sign-in pages and all pages that require a session.
 */
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
// Start the notice log early, so that the activity list also contains notices from the sign-in.
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
 * Loads the toast code at the first click or key press. The page itself does not need it, because a
 * toast always follows a user action.
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
