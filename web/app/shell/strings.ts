/** UI strings for the dialog shown to users whose password was chosen by an administrator. */
export const initialPasswordTexts = {
  title: "Choose your own password",
  text: "An administrator opened this account and knows its password. Set one that only you know.",
  choose: "Choose a password",
  later: "Later",
} as const;

/** UI strings for the frame around every page. */
export const frameTexts = {
  skip: "Skip to content",
  strip: "Practice notice",
  block: (height: string) => `block ${height}`,
  blockNotMonitored: "block not monitored",
  nodeNotMonitored: "node not monitored",
  nodeConnected: "node connected",
  nodeSilent: (seconds: number) => `node silent for ${seconds} s`,
  time: (utc: string) => `${utc} UTC`,
  close: "Close",
  login: "Login",
  signUp: "Sign Up",
} as const;

export const connectionTexts = {
  live: "Connected",
  connecting: "Connecting...",
  reconnecting: "Reconnecting...",
  never: "No live connection",
  stale: (utc: string) => `Stale since ${utc} UTC`,
} as const;

export const shellTexts = {
  /** Must start with the button's visible text. */
  account: (name: string | undefined, initials: string) =>
    name === undefined ? "Account" : `${initials}, account of ${name}`,
  menuNotLoaded: "Menu not loaded",
  main: "Main",
  mainSmall: "Main, small screens",
  menu: "Menu",
  messages: "Messages and history",
  otherPages: "Other pages",
  search: "Search",
  searchHint: "Search (Ctrl K)",
  activity: "Activity",
  newActivity: (count: number) => `Activity, ${count} new`,
  unread: (label: string, count: number) => (count > 0 ? `${label}, ${count} unread` : label),
  settings: "Settings",
  twoFactor: "Second factor",
  mailbox: "Mailbox",
  history: "History",
  logout: "Logout",
  transparency: "Transparency",
  /** `subjects` are in order of arrival. */
  newMessages: (subjects: readonly string[]) =>
    subjects.length === 1
      ? `New message: ${subjects[0]}`
      : `${subjects.length} new messages: ${subjects.join("; ")}`,
} as const;
