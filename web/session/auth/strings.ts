export const loginTexts = {
  title: "Login",
  email: "Email",
  password: "Password",
  submit: "Login",
  busy: "Logging in...",
  instead: "No account yet?",
  signUp: "Sign Up",
  setup: "The account that you log in with becomes the administrator.",
  lead: "Continue with your practice account.",
  doneTitle: "Login Successful!",
  doneText: "Welcome back! Redirecting to your dashboard.",
} as const;

export const registerTexts = {
  documentTitle: "Sign Up",
  title: "Create Account",
  lead: "A practice account with test coins. No card, no bank, no real coins.",
  instead: "Already have an account?",
  login: "Login",
  setup:
    "The account that you create here becomes the administrator. If you have an account, log in with it instead.",
  name: "Full Name",
  email: "Email",
  password: "Password",
  confirm: "Confirm Password",
  submit: "Create Account",
  busy: "Creating Account...",
  mismatchTitle: "Passwords do not match",
  mismatchText: "Please check your passwords and try again.",
  doneTitle: "Registration Successful!",
  doneText: "Welcome! You are now logged in.",
} as const;

export const claimTexts = {
  title: "Administrator",
  text: "Your account is now the administrator of this installation. Set up a second factor to open the administrator pages.",
} as const;

/** UI strings on the login page after a session has ended. */
export const endedTexts = {
  title: "Your session ended.",
  text: "It was ended from another device or because your account changed. Log in again to continue.",
} as const;
