/**
 * Ids of ticket elements that shortcuts focus. They are in a separate file so that the page can use
 * the ids before the ticket loads.
 */
export const SEND_ID = "forex-send";
export const PRICE_ID = "forex-price";
