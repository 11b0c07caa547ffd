/**
 * Ids of ticket elements that shortcuts focus. In their own file so that the page can use them
 * before the ticket loads.
 */
export const SEND_ID = "forex-send";
export const PRICE_ID = "forex-price";
