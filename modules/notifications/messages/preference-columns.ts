/** SQL for a recipient's preferences, one column for each field of `Preferences`. */
export const PREFERENCE_COLUMNS = `login, withdrawal, deposit, promotions, sms_login as "smsLogin", sms_withdrawal as "smsWithdrawal"`;
