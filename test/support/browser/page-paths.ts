/** Lists the paths of all pages, for tests that visit every page. */

export const PUBLIC_PAGES = [
  "/",
  "/login",
  "/login/link",
  "/register",
  "/try",
  "/forgot-password",
  "/reset-password",
  "/confirm",
  "/time-machine",
  "/pool",
  "/transparency",
  "/verify",
  "/forex/days",
  "/no-such-page",
];

/** Pages that look the same with and without money in the account. */
export const PAGES_WITHOUT_MONEY = [
  "/forex/replays",
  "/settings",
  "/settings/two-factor",
  "/settings/login-notifications",
  "/settings/login-history",
  "/settings/keys",
  "/settings/email",
  "/settings/password",
  "/support",
  "/time-machine",
  "/pool",
  "/transparency",
  "/verify",
];
