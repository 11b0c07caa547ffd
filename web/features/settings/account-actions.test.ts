/**
 * What the trail says of the first administrator, as they read it themselves and as administrators
 * do.
 */
import { expect, test } from "vitest";
import { auditTexts } from "../../admin/strings.ts";
import { actionWords, actorWords } from "./account-actions.ts";

test("the first administrator was made one by himself or by the operator, not by an administrator", () => {
  const action = "user.first_administrator";
  expect(auditTexts.actions[action]).toBe("First administrator");
  expect(actionWords(action)).toBe("Made the first administrator");
  expect(actorWords({ action, isOwn: true })).toBe("You");
  expect(actorWords({ action, isOwn: false })).toBe("The operator");
  expect(actorWords({ action: "user.change", isOwn: false })).toBe("An administrator");
});
