/**
 * The setting for single-letter shortcuts. Users who use speech input or often press keys by
 * accident can turn the shortcuts off (WCAG 2.1.4).
 */
import { storedChoice } from "./stored-choice.ts";

export const singleKeysChoice = storedChoice("single-keys", ["on", "off"], "on");
