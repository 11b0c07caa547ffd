/** The result of one check of another installation, printed as one line. */
export { failed, notChecked, ok, type Check } from "#receipts";
