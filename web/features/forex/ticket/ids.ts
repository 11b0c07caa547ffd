/**
 * Ids of the ticket elements that shortcuts focus. They are in a separate file, because the page
 * needs them before the ticket loads.
 */
export const SEND_ID = "forex-send";
export const PRICE_ID = "forex-price";
