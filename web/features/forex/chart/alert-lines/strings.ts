export const alertLineTexts = {
  line: { ABOVE: "alert, rises to", BELOW: "alert, falls to" },
  open: (words: string) => `Edit alert: ${words}`,
  help: "Enter edits the alert. Delete removes it.",
} as const;
