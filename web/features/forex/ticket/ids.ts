/** Of the elements of the ticket that keys lead to, also before it is there. */
export const SEND_ID = "forex-send";
export const PRICE_ID = "forex-price";
