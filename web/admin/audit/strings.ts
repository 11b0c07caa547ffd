import { adminLimits } from "../../../api/limits.ts";

/** Texts of the audit log's search, checkpoint and check. */
export const auditSearchTexts = {
  label: "Search the trail",
  person: "Person",
  personHint: "Name, e-mail or id",
  action: "Action",
  anyAction: "Any",
  text: "Text",
  textHint: "In reason and change",
  from: "From (UTC)",
  until: "Until (UTC)",
  submit: "Search",
  reset: "Reset",
  end: "That is all that fits.",
  nothingTitle: "Nothing found",
  nothingText: "No entry fits all of what is searched for.",
  cut: `More than ${adminLimits.auditPeople} people fit this text. Search by a whole address or an id to see all.`,
  cutNothing: "No entry of those who were looked for fits all of it.",
} as const;

export const auditHeadTexts = {
  title: "Head of the trail",
  none: "There is no entry yet.",
  line: (seq: number) => `No. ${seq}`,
  copy: "Copy the head",
  keep: "Keep it outside this installation: given back below, it shows that nothing before it was changed or cut off.",
  kept: "A head that was kept",
  keptHint: "Optional: the number and the 64 digits, as they were copied.",
  badKept: "Enter a number, a space and 64 digits of 0-9 and a-f, as they were copied.",
  progress: (seq: string, newest: string) => `Looked at ${seq} of ${newest} entries.`,
  stop: "Stop",
  stopped: (seq: string, newest: string) =>
    `Stopped: nothing was wrong up to No. ${seq} of ${newest}. What comes after was not looked at.`,
  keptFits: "The kept head is in it, unchanged.",
} as const;
