/**
 * Setting for single-letter shortcuts. Users of speech input, or users who often press keys by
 * accident, can switch the shortcuts off (WCAG 2.1.4).
 */
import { storedChoice } from "./stored-choice.ts";

export const singleKeysChoice = storedChoice("single-keys", ["on", "off"], "on");
