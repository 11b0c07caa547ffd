/** Why an administrator does not decide over money yet: on the page, at a button, and in a dialog. */
export const authorityObstacles = {
  second_factor_required: "Needs your second factor.",
  authority_unconfirmed: "Your role is not confirmed yet.",
  authority_waiting: "Not yet: see above.",
} as const;
