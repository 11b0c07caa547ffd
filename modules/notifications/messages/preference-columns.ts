/** The preferences of a recipient as columns of a select, named as in `Preferences`. */
export const PREFERENCE_COLUMNS = `login, withdrawal, deposit, promotions, sms_login as "smsLogin", sms_withdrawal as "smsWithdrawal"`;
