/**
 * The exact text of the practice label, which appears on every page, message, export and document
 * of the product.
 */
export const PRACTICE_LABEL = "Practice - test coins, no value";
