/**
 * The area of the site that knows the session: the sign-in pages and all pages that require a
 * session.
 */
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
// This import starts the notice log early, so that the activity list also contains notices of the
// sign-in.
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
 * Loads the toast code at the first click or key press. A toast always follows a user's action, so
 * the page itself does not need this code.
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
