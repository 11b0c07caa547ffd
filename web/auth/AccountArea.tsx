/** The part of the site that knows who is signed in: sign-in pages and everything behind them. */
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
// Notices of the sign-in itself belong to the list too.
import "../notices/notice-log.ts";
import { AuthProvider } from "./AuthProvider.tsx";

export function AccountArea() {
  // The first toast should not wait for its code.
  useEffect(() => void import("../ui/Toaster.tsx"), []);
  return (
    <AuthProvider>
      <Outlet />
    </AuthProvider>
  );
}
