/**
 * Whether single letters act as shortcuts. People who dictate, or press keys by accident, switch
 * them off (WCAG 2.1.4).
 */
import { storedChoice } from "./stored-choice.ts";

export const singleKeysChoice = storedChoice("single-keys", ["on", "off"], "on");
