/**
 * Tests how the first administrator's audit entry is labelled, on the user's own page and on the
 * admin pages.
 */
import { expect, test } from "vitest";
import { auditTexts } from "../../admin/strings.ts";
import { actionWords, actorWords } from "./account-actions.ts";

test("the first administrator is shown as appointed by the operator", () => {
  const action = "user.first_administrator";
  expect(auditTexts.actions[action]).toBe("First administrator");
  expect(actionWords(action)).toBe("Made the first administrator");
  expect(actorWords({ action, isOwn: true })).toBe("You");
  expect(actorWords({ action, isOwn: false })).toBe("The operator");
  expect(actorWords({ action: "user.change", isOwn: false })).toBe("An administrator");
});
