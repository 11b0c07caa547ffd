/** The exact text of the label on every page, message, export and document of the product. */
export const PRACTICE_LABEL = "Practice - test coins, no value";
