/** The label on every page, message, export and document of the product, word for word. */
export const PRACTICE_LABEL = "Practice - test coins, no value";
