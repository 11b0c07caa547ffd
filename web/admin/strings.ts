/** Texts of the administrators' pages. */
import { adminLimits } from "../../api-schema/limits.ts";

const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

export const guardTexts = {
  title: "Nothing was sent yet.",
  text: "What you typed is lost when you leave.",
  stay: "Keep editing",
  discard: "Discard",
} as const;

export const dashboardTexts = {
  title: "Admin Dashboard",
  lead: "What is done to a user is written to the audit trail, with who did it and why.",
  figures: "This installation",
  totalUsers: "Total Users",
  totalBalance: "Total Balance",
  activeMiners: "Active Miners",
  newUsers: "New Users",
  usersFoot: (administrators: number, disabled: number) =>
    `${plural(administrators, "administrator")}, ${disabled} disabled`,
  balanceFoot: "owned by users, available and held",
  minersFoot: (sold: string) => `mining is on and a contract runs; ${sold} sold`,
  newFoot: (days: number) => `signed up in the last ${days} days`,
  queues: "Under way",
  withdrawals: "Withdrawals",
  oldest: "Oldest withdrawal",
  none: "none",
  deposits: "Deposits not credited yet",
  reviews: "Withdrawals for an administrator",
  adjustments: "Adjustments for a second administrator",
  toDecide: (count: string) => `${count} to decide`,
  toReview: (count: string) => `${count} to review`,
  tickets: "Open support tickets",
  toAnswer: (count: string) => `${count} open`,
  unread: (count: string) => `${count} unread`,
  mails: "Mail queue",
  mailsGivenUp: (count: string, why: string | null) =>
    `${count} given up in 24 h${why === null ? "" : ` (${why})`}`,
  noAnswer: "does not answer",
  block: (height: string) => `block ${height}`,
  noBlock: "no block yet",
  difference: "difference",
  notCompared: "not compared yet",
  goOut: "Withdrawals go out",
  yes: "yes",
  still: "The figures are read from the database; none was changed.",
  updated: (time: string) => `updated ${time}`,
  stale: (time: string) => `stale since ${time}`,
} as const;

export const peopleTexts = {
  title: "Users",
  lead: "Name, role and access of everybody here. Balances can only be looked at.",
  table: "People",
  add: "Add user",
  search: "Search by name, e-mail or id",
  filter: "Which users",
  filters: { all: "All", admins: "Admins", disabled: "Disabled" },
  columns: {
    name: "Name",
    email: "E-mail",
    role: "Role",
    state: "Status",
    created: "Created",
    balance: "Balance, BTC",
    actions: "Actions",
  },
  admin: "Admin",
  user: "User",
  active: "Active",
  disabled: "Disabled",
  noName: "No name",
  edit: (who: string) => `Edit ${who}`,
  write: (who: string) => `E-mail ${who}`,
  remove: (who: string) => `Delete ${who}`,
  previous: "Previous",
  next: "Next",
  pages: "Pages of the list",
  firstPage: "This is the first page.",
  lastPage: "This is the last page.",
  emptyTitle: "Nobody found",
  emptyText:
    "No user of this selection has this text in name or e-mail address, this id or this mining name.",
  showAll: "Show all users",
  still: "Nothing was changed.",
  cancel: "Cancel",
  reason: "Reason",
  reasonHint: "Kept in the audit trail for ever. Write no personal data.",
  toldHint: "Told to the user, and kept in the audit trail for ever. Write no personal data.",
  needReason: `Say why, in at least ${adminLimits.reasonCharacters.min} characters.`,
  needName: "Enter a name.",
  needEmail: "Enter an e-mail address, such as name@example.org.",
} as const;

export const addTexts = {
  title: "Add user",
  name: "Full Name",
  email: "E-mail",
  password: "Initial password",
  passwordHint:
    "Hand it over yourself; the user is asked to choose another one. It is not shown again.",
  generate: "Generate",
  copy: "Copy password",
  role: "Role",
  submit: "Add user",
  busy: "Adding...",
  done: "User added",
  doneText: (email: string) => `${email} can sign in with the initial password.`,
  needPassword: (min: number) => `At least ${min} characters.`,
} as const;

export const editTexts = {
  title: (who: string) => `Edit ${who}`,
  name: "Full Name",
  role: "Role",
  state: "Status",
  disableNote:
    "All sessions of this user end at once, and signing in is refused until the account is enabled again. Coins stay where they are.",
  adminNote:
    "An administrator can do everything on these pages, also to you. Ordinary work is open at once; over money a new administrator decides only after a waiting time, and after another administrator has confirmed the role where there is one to ask. All administrators get a letter about it.",
  factorText:
    "Whoever makes or unmakes an administrator needs a second factor: turn it on, then sign in with it.",
  submit: "Save Changes",
  busy: "Saving...",
  done: "Changes saved",
  doneText: "The user was told, and the audit trail keeps it.",
  nothing: "Nothing is changed yet.",
  own: "Your own role and status are for another administrator to change.",
} as const;

export const writeTexts = {
  title: (who: string) => `E-mail ${who}`,
  subject: "Subject",
  message: "Message",
  messageHint:
    "Goes to the user's mailbox here, and by e-mail where a mail server is connected, under the practice label.",
  submit: "Send",
  busy: "Sending...",
  done: "E-mail sent",
  doneText: (who: string) => `It is in the mailbox of ${who}.`,
  needSubject: "Enter a subject.",
  needMessage: "Enter a message.",
} as const;

export const deleteTexts = {
  title: (who: string) => `Delete ${who}`,
  text: "Sign-in, name, address, letters, tickets and chat are removed and cannot be brought back. The ledger keeps its history without the name.",
  hasMoney:
    "This user holds money. An account can be deleted when nothing is left in it; until then it can be disabled.",
  notYet: "Not while money is left.",
  own: "This is your own account. Another administrator has to delete it.",
  notOwn: "Not your own account.",
  submit: "Delete user",
  busy: "Deleting...",
  done: "User deleted",
  doneText: (email: string) => `${email} is free again.`,
} as const;

export const auditTexts = {
  title: "Audit",
  lead: "What administrators did. Entries are chained by their hashes and cannot be edited here.",
  table: "Audit trail",
  columns: {
    seq: "No.",
    at: "Time",
    who: "Who",
    what: "What",
    whom: "To whom",
    reason: "Reason",
    hash: "Hash",
  },
  actions: {
    "user.first_administrator": "First administrator",
    "user.add": "Added a user",
    "user.view": "Looked at a user",
    "user.change": "Changed a user",
    "user.email": "Wrote an e-mail",
    "user.delete": "Deleted a user",
    "user.confirm_role": "Confirmed a role",
    "user.remove_factor": "Removed an authenticator",
    "signing_key.rotate": "Replaced the signing key",
    "support.answer": "Answered on the desk",
    "news.send": "Sent news",
    "news.stop": "Stopped news",
    "settings.reference": "Changed reference values",
    "settings.rate": "Changed an earn rate",
    "settings.terms": "Changed prices or terms",
    "settings.banner": "Changed the announcement",
    "withdrawal.approve": "Approved a withdrawal",
    "withdrawal.reject": "Rejected a withdrawal",
    "adjustment.propose": "Proposed an adjustment",
    "adjustment.approve": "Approved an adjustment",
    "adjustment.reject": "Rejected an adjustment",
    "treasury.fund": "Moved house coins",
  } as Readonly<Record<string, string>>,
  gone: "deleted user",
  more: "Show older entries",
  end: "This is the first entry.",
  emptyTitle: "No entries yet",
  emptyText: "Whatever an administrator does to a user is written here, with who, why and when.",
  check: "Check the chain",
  checking: "Checking...",
  whole: (entries: number) =>
    `The chain is whole: ${plural(entries, "entry").replace("entrys", "entries")}.`,
  broken: "The chain is broken",
  problem: (seq: number, text: string) => `Entry ${seq} ${text}.`,
} as const;
