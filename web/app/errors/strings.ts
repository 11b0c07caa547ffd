/** UI strings for the error pages. */
export const errorPageTexts = {
  pageTitle: "Something went wrong",
  title: "This page could not be shown",
  still: "Your balance and orders are stored on the server and are not affected.",
} as const;

export const notFoundTexts = {
  pageTitle: "Page not found",
  title: "There is nothing at this address",
  text: "The page was moved, or the address has a typo. Your account is not affected.",
  start: "Start page",
  dashboard: "Dashboard",
} as const;
