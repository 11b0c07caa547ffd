/**
 * Texts about an administrator's authority over money: on a page, at a button, and about another
 * administrator.
 */
export const authorityObstacles = {
  second_factor_required: "Needs your second factor.",
  authority_unconfirmed: "Your role is not confirmed yet.",
  authority_waiting: "Not yet: see above.",
} as const;

const SINCE = {
  role: "you were given the role",
  credentials: "the last change of your password, e-mail address or second factor",
} as const;

export const authorityTexts = {
  factorLink: "Turn on two-factor authentication",
  unconfirmedTitle: "Your role is not confirmed yet.",
  unconfirmed:
    "You decide over money once another administrator, not the one who gave you the role, has confirmed it on your page in Users.",
  notBefore: (time: string) => `Not before ${time}.`,
  waitingTitle: (time: string) => `You decide over money from ${time} on.`,
  waiting: (hours: number, since: keyof typeof SINCE) =>
    `That is ${hours} hours after ${SINCE[since]}: nobody who took your account over decides before its owner has read of it. All other work is open to you.`,
} as const;

export const personAuthorityTexts = {
  label: "Decides over money",
  given: "Role given",
  by: (email: string) => `by ${email}`,
  byOperator: "by the operator",
  states: {
    full: "yes",
    second_factor_required: "not without a second factor",
    authority_unconfirmed: "after confirmation by another administrator",
    authority_waiting: "not yet",
  },
  from: (time: string) => `from ${time}`,
  notBefore: (time: string) => `not before ${time}`,
  confirm: "Confirm role",
  cannot: {
    own_role: "Another administrator has to confirm your role.",
    role_given_by_you: "You gave this role. Another administrator has to confirm it.",
    no_authority: "You do not decide over money yourself now.",
  },
  title: (who: string) => `Confirm the role of ${who}`,
  meaning:
    "With you as a second person this administrator can approve large withdrawals and adjustments. Confirm only whom you know, after you have spoken with him or her on another way than by e-mail.",
  submit: "Confirm role",
  busy: "Confirming...",
  done: "Role confirmed",
  doneText: "The administrator was told, and the audit log keeps it.",
} as const;
