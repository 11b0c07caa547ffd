/** The part of the site that knows who is signed in: sign-in pages and everything behind them. */
import { Outlet } from "@tanstack/react-router";
import { AuthProvider } from "./AuthProvider.tsx";

export function AccountArea() {
  return (
    <AuthProvider>
      <Outlet />
    </AuthProvider>
  );
}
