/**
 * Tabs with panels.
 *
 *   <Tabs value={method} onChange={setMethod} label="Method" options={[{ value: "wallet", label: "Wallet" }]}>
 *     <TabPanel value="wallet">...</TabPanel>
 *   </Tabs>
 */
import { clsx } from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { FRAME, ITEM, SELECTED, type ChoiceProps } from "./Segments.tsx";

export function Tabs<Value extends string>(props: ChoiceProps<Value> & { children: ReactNode }) {
  const change = (value: string) => {
    const option = props.options.find((one) => one.value === value);
    if (option) props.onChange(option.value);
  };
  return (
    <Radix.Root value={props.value} onValueChange={change}>
      <Radix.List aria-label={props.label} className={clsx(FRAME, props.isFull && "w-full")}>
        {props.options.map((option) => (
          <Radix.Trigger
            key={option.value}
            value={option.value}
            className={clsx(
              ITEM,
              option.value === props.value && SELECTED,
              props.isFull && "flex-1 px-1.5!",
            )}
          >
            {option.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {props.children}
    </Radix.Root>
  );
}

export function TabPanel(props: {
  value: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Radix.Content value={props.value} className={clsx("mt-4", props.className)}>
      {props.children}
    </Radix.Content>
  );
}
