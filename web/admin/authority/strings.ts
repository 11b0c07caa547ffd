/**
 * UI strings about authority over money: for pages, for buttons, and for the pages of other
 * administrators.
 */
import { countText } from "../../ui/amounts/count-text.ts";

export const authorityObstacles = {
  second_factor_required: "You need a second factor.",
  authority_unconfirmed: "Your role is not confirmed yet.",
  authority_waiting: "Not possible during your waiting period, shown above.",
} as const;

const SINCE = {
  role: "you were given the role",
  credentials: "the last change of your password, e-mail address or second factor",
} as const;

export const authorityTexts = {
  factorLink: "Turn on two-factor authentication",
  unconfirmedTitle: "Your role is not confirmed yet.",
  unconfirmed:
    "You can make decisions about money once another administrator has confirmed your role on your page in Users. The administrator who gave you the role cannot confirm it.",
  notBefore: (time: string) => `Not before ${time}.`,
  waitingTitle: (time: string) => `You can make decisions about money from ${time}.`,
  waiting: (hours: number, since: keyof typeof SINCE) =>
    `The waiting period ends ${countText(hours, "hour")} after ${SINCE[since]}. It gives you time to notice if someone took over your account. You can do all other work now.`,
} as const;

export const personAuthorityTexts = {
  label: "Decisions about money",
  given: "Role given",
  by: (email: string) => `by ${email}`,
  byOperator: "by the operator",
  states: {
    full: "yes",
    second_factor_required: "once a second factor is set up",
    authority_unconfirmed: "after confirmation by another administrator",
    authority_waiting: "not yet",
  },
  from: (time: string) => `from ${time}`,
  notBefore: (time: string) => `not before ${time}`,
  confirm: "Confirm role",
  cannot: {
    own_role: "Another administrator must confirm your role.",
    role_given_by_you: "You gave this role. Another administrator must confirm it.",
    no_authority: "You cannot make decisions about money yourself at the moment.",
  },
  title: (who: string) => `Confirm the role of ${who}`,
  meaning:
    "Once confirmed, this administrator can approve large withdrawals and adjustments. Confirm only a person you know, after speaking with them by phone or in person, not by e-mail.",
  submit: "Confirm role",
  busy: "Confirming...",
  done: "Role confirmed",
  doneText: "The administrator was notified, and the audit log records it.",
} as const;
