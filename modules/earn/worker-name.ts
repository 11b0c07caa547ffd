/** Pays what is due, locks further days, fills the fund. Others wake it over the bus. */
export const EARN_WORKER = "earn";
