/** Tag for a hash rate that is not based on real shares. Other hash rates have the tag Measured. */
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
