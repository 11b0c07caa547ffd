/** Refusals of the journal. A file with an invalid line changes nothing. */
import { defineRefusals } from "#platform";

const refusedFile = (text: string) => ({ status: 422, title: "File Refused", text }) as const;

export const journalRefusals = defineRefusals({
  journal_entry_unknown: {
    status: 404,
    title: "Entry Not Found",
    text: "You have no journal entry with this id.",
  },
  journal_plan_frozen: {
    status: 409,
    title: "Plan Is Fixed",
    text: "The order has ended, so its plan can no longer be changed. Write a note instead.",
  },
  journal_file_head: refusedFile(
    "Line 1 must name the columns, as in the file that the journal's CSV button saves. The column {column} is missing.",
  ),
  journal_file_quote: refusedFile("The quotation mark in line {line} is never closed."),
  journal_file_line: refusedFile(
    "Line {line} has more than {columns} columns, or a cell with more than {characters} characters.",
  ),
  journal_file_long: refusedFile("A file can have at most {max} rows. Split it into parts."),
  journal_file_empty: refusedFile("The file has no rows below its first line."),
  journal_file_order: refusedFile("Line {line}: this journal has no order {order}."),
  journal_file_twice: refusedFile("Line {line}: the order {order} is already in an earlier line."),
  journal_file_text: refusedFile(
    "Line {line}: the {column} must be plain text of at most {max} characters.",
  ),
  journal_file_tags: refusedFile(
    "Line {line}: {column} can have at most {max} tags of {characters} characters, separated by semicolons.",
  ),
  journal_file_plan: refusedFile(
    "Line {line}: the plan differs from the stored plan, but the order has ended. A plan can no longer be changed then.",
  ),
  import_format: refusedFile(
    "This is no known history. The first lines must contain the column names of a MetaTrader 5 report (Time, Position, Symbol), an OANDA transaction file (TICKET, TRANSACTION DATE), or a cTrader history (Opening direction, Closing time).",
  ),
  import_columns: refusedFile(
    "Line {line} names no column {column}, which a {format} history needs.",
  ),
  import_time_zone: {
    status: 422,
    title: "Time Zone Needed",
    text: "This {format} file does not contain the time zone of its times. Choose the time zone and import the file again.",
  },
  import_time_zone_unknown: {
    status: 422,
    title: "Unknown Time Zone",
    text: "Enter a time zone such as Europe/Athens or UTC+3.",
  },
  import_line: refusedFile("Line {line}: {reason}"),
  import_empty: refusedFile("The file contains no closed trade."),
  too_many_imports: {
    status: 409,
    title: "Too Many Imports",
    text: "You can keep at most {max} imports. Delete one first.",
  },
  too_many_imported_trades: {
    status: 409,
    title: "Too Many Trades",
    text: "You can keep at most {max} imported trades. Delete an import first.",
  },
  import_unknown: {
    status: 404,
    title: "Import Not Found",
    text: "You have no import with this id.",
  },
});
