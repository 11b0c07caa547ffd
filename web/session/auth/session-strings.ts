/** Titles for failures, and the text for responses without a message. */
export const failureTexts = {
  signUp: "Sign up Failed",
  signIn: "Sign in Failed",
  signOut: "Sign out Failed",
  unknown: "Something went wrong",
} as const;

/** UI strings for a failed sign-out, shown after the error message. */
export const signOutTexts = {
  goneHere:
    "You are signed out in this browser, but the server may still keep the session open. To end it, log in again and open Settings, Login History.",
  stillHere: "You are still signed in here. Try again.",
} as const;
