import { methodTexts } from "./strings.ts";

/** In words; a method that this page does not know keeps its name. */
export function methodText(method: string): string {
  return (Object.hasOwn(methodTexts, method) ? methodTexts[method] : undefined) ?? method;
}
