import { expect, test } from "vitest";
import { templates } from "./templates.ts";

const values = {
  amountBtc: "0.10000000",
  method: "Wallet",
  to: "an address",
  withdrawalId: "wdr_1",
  dayBtc: "0.10000000",
};

test.each(["You", 'Your key "Sweeper"'])(
  "the SMS and the e-mail about a withdrawal show who requested it: %s",
  (who) => {
    for (const template of [templates.withdrawal_requested, templates.withdrawal_in_review]) {
      const opening = `${who} asked to withdraw 0.10000000 BTC (test coins) by Wallet`;
      expect(template.sms?.write({ ...values, who })).toMatch(opening);
      expect(template.write({ ...values, who }).text).toMatch(opening);
    }
  },
);
