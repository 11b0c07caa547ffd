const ENGLISH = "en";

/**
 * Returns the browser's language for `Intl`. Falls back to English if the language tag is missing
 * or `Intl` rejects it, such as `C` or `en-US@posix`.
 */
export function browserLocale(): string {
  const { language } = navigator as { readonly language?: string };
  if (language === undefined || language === "") return ENGLISH;
  try {
    return Intl.getCanonicalLocales(language)[0] ?? ENGLISH;
  } catch {
    return ENGLISH;
  }
}
