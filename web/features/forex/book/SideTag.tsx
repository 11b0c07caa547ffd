/** Long or short, with an arrow beside the word. */
import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { listTexts as texts } from "./list-strings.ts";

export function SideTag({ units }: { units: number }) {
  const Icon = units > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <Tag>
      <Icon className="size-3" strokeWidth={1.5} aria-hidden />
      {units > 0 ? texts.long : texts.short}
    </Tag>
  );
}
