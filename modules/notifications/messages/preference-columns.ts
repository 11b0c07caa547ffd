/** SQL that selects a recipient's preferences as columns, named as in `Preferences`. */
export const PREFERENCE_COLUMNS = `login, withdrawal, deposit, promotions, sms_login as "smsLogin", sms_withdrawal as "smsWithdrawal"`;
