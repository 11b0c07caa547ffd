/** Tag for hash rates that are not based on real shares. Other hash rates have the Measured tag. */
import { Tag } from "../layout/Tag.tsx";

export function ModelledTag() {
  return (
    <span
      className="inline-flex align-middle"
      title="A contract or machine on reference values: no share stands behind it."
    >
      <Tag kind="sample">Modelled</Tag>
    </span>
  );
}
