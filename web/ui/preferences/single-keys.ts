/**
 * The setting for single-letter shortcuts. Users who dictate or press keys by accident can turn
 * them off (WCAG 2.1.4).
 */
import { storedChoice } from "./stored-choice.ts";

export const singleKeysChoice = storedChoice("single-keys", ["on", "off"], "on");
