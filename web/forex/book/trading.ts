/**
 * What only an account with something in it needs, as one file: nothing is fetched between a press
 * and the dialog that closes or turns a position.
 */
export { CloseDialog } from "./CloseDialog.tsx";
export { CsvButton } from "./CsvButton.tsx";
export { OpenPositions } from "./OpenPositions.tsx";
export { ReverseDialog } from "./ReverseDialog.tsx";
export { Ticket } from "../ticket/Ticket.tsx";
