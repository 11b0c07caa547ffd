/** Links to the security pages. */
import { useNavigate } from "@tanstack/react-router";
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { securityTexts as texts } from "./strings.ts";

const WAYS = [
  { label: texts.twoFactor, hint: texts.twoFactorHint, target: paths.twoFactor },
  { label: texts.loginNotices, hint: texts.loginNoticesHint, target: paths.loginNotices },
  { label: texts.history, hint: texts.historyHint, target: paths.loginHistory },
  { label: texts.keys, hint: texts.keysHint, target: paths.keys },
  { label: texts.password, hint: texts.passwordHint, target: paths.changePassword },
] as const;

/** Pages whose task a hosted sign-in service takes over. The pages explain this themselves. */
const MANAGED: readonly string[] = [texts.loginNotices, texts.history, texts.password];

export function SecurityPanel() {
  const navigate = useNavigate();
  const { isElsewhere } = useSignInPlace();
  return (
    <Panel title={texts.title}>
      <ul className="grid gap-3">
        {WAYS.map(({ label, hint, target }) => (
          <li
            key={label}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3 last:border-b-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 basis-48 text-sm text-fg-2">
              {isElsewhere && MANAGED.includes(label) ? texts.managed : hint}
            </span>
            <Button className="max-md:w-full" onClick={() => void navigate(target)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
