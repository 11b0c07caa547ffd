import { adminLimits } from "../../../api/limits.ts";

/** UI strings for the audit log's search, checkpoint and check. */
export const auditSearchTexts = {
  label: "Search the audit log",
  person: "Person",
  personHint: "Name, e-mail or id",
  action: "Action",
  anyAction: "Any",
  text: "Text",
  textHint: "Search reasons and changes",
  from: "From (UTC)",
  until: "Until (UTC)",
  submit: "Search",
  reset: "Reset",
  end: "End of results.",
  nothingTitle: "Nothing found",
  nothingText: "No entry matches all search terms.",
  cut: `More than ${adminLimits.auditPeople} people match this text, and only some were searched. Use a complete address or an id.`,
  cutNothing: "No match among the people searched. Narrow the text to search everyone.",
} as const;

export const auditHeadTexts = {
  title: "Newest entry",
  none: "No entries yet.",
  line: (seq: number) => `No. ${seq}`,
  copy: "Copy as checkpoint",
  keep: "Keep this checkpoint outside the installation. Entering it below later proves that no earlier entry was changed or removed.",
  kept: "Earlier checkpoint",
  keptHint: "Optional: the number and the 64 digits, as copied.",
  badKept: "Enter a number, a space and 64 digits from 0-9 and a-f, as copied.",
  progress: (seq: string, newest: string) => `Checked ${seq} of ${newest} entries.`,
  stop: "Stop",
  stopped: (seq: string, newest: string) =>
    `Stopped. Entries up to No. ${seq} of ${newest} are intact. Later entries were not checked.`,
  keptFits: "The log contains your checkpoint unchanged.",
} as const;
