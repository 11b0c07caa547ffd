/**
 * The chart library adds one constant style element for its authors' logo, which its licence asks
 * to keep. The content security policy allows exactly that text. server/chart-logo-style.test.ts
 * compares it with the installed library.
 */
import { createHash } from "node:crypto";

export const CHART_LOGO_STYLE =
  "a#tv-attr-logo{--fill:#131722;--stroke:#fff;position:absolute;left:10px;bottom:10px;height:19px;width:35px;margin:0;padding:0;border:0;z-index:3;}a#tv-attr-logo[data-dark]{--fill:#D1D4DC;--stroke:#131722;}";

/** For the content security policy. */
export const chartLogoStyleHash = `'sha256-${createHash("sha256").update(CHART_LOGO_STYLE).digest("base64")}'`;
