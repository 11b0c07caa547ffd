/**
 * Routes for sign-up, sign-in and e-mail links. They are loaded with `AccountArea`, outside the
 * entry bundle.
 */
import { createRoute } from "@tanstack/react-router";
import { safeRedirect } from "../../session/auth/safe-redirect.ts";
import { account } from "./areas.ts";
import { lazyPage } from "./lazy-page.ts";

/** `?redirect=` is the page that required the sign-in and opens after it. */
const afterSignIn = (search: Record<string, unknown>): { redirect?: string } => {
  const redirect = safeRedirect(search["redirect"]);
  return redirect === undefined ? {} : { redirect };
};

const login = createRoute({
  getParentRoute: () => account,
  path: "/login",
  validateSearch: afterSignIn,
  ...lazyPage(() => import("../../session/auth/LoginPage.tsx"), "LoginPage"),
});

const loginLink = createRoute({
  getParentRoute: () => account,
  path: "/login/link",
  ...lazyPage(() => import("../../session/auth/LoginLinkPage.tsx"), "LoginLinkPage"),
});

const register = createRoute({
  getParentRoute: () => account,
  path: "/register",
  validateSearch: afterSignIn,
  ...lazyPage(() => import("../../session/auth/RegisterPage.tsx"), "RegisterPage"),
});

const tryOut = createRoute({
  getParentRoute: () => account,
  path: "/try",
  ...lazyPage(() => import("../../session/auth/TryPage.tsx"), "TryPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => account,
  path: "/forgot-password",
  ...lazyPage(() => import("../../session/auth/ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
});

const resetPassword = createRoute({
  getParentRoute: () => account,
  path: "/reset-password",
  ...lazyPage(() => import("../../session/auth/ResetPasswordPage.tsx"), "ResetPasswordPage"),
});

const confirm = createRoute({
  getParentRoute: () => account,
  path: "/confirm",
  ...lazyPage(() => import("../../session/auth/ConfirmPage.tsx"), "ConfirmPage"),
});

export const signInPages = [
  login,
  loginLink,
  register,
  tryOut,
  forgotPassword,
  resetPassword,
  confirm,
] as const;
