/** UI strings for offers that change while a dialog is open. */
export const changedOfferTexts = {
  title: "This offer has changed.",
  values: (seen: string, now: string) => `It was ${seen}, now it is ${now}.`,
} as const;
