/** Texts of an offer that has changed while a dialog was open. */
export const changedOfferTexts = {
  title: "This offer has changed.",
  values: (seen: string, now: string) => `It was ${seen}, now it is ${now}.`,
} as const;
