import { Link } from "@tanstack/react-router";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import { Coil } from "../parts/coil.tsx";
import { Device } from "../parts/device.tsx";
import { toTitle } from "../parts/name.ts";

const Linked = graphql(`
  fragment LinkedRecord on AdditionalDataField {
    tag { id tagId name description isActive }
    terminal { id terminalId name model isActive }
  }
`);

/** Links to the record that a field's value names, if it names one. */
export function LinkedRecord({ field }: { readonly field: FragmentType<typeof Linked> }) {
  const { tag, terminal } = readFragment(Linked, field);
  if (terminal) {
    const { terminalId, name, model, isActive } = terminal;
    return (
      <Link to="/terminals/$terminalId" params={{ terminalId }} className="linked">
        <Device isActive={isActive} />
        <span className="linked-lines">
          <span className="linked-name">{toTitle(name, terminalId)}</span>
          <span className="linked-note">
            {[model, !isActive && "inactive"].filter(Boolean).join(" · ")}
          </span>
        </span>
      </Link>
    );
  }
  if (tag) {
    const { tagId, name, description, isActive } = tag;
    return (
      <Link to="/tags/$tagId" params={{ tagId }} className="linked">
        <Coil id={tagId} isActive={isActive} />
        <span className="linked-lines">
          <span className="linked-name">{toTitle(name, tagId)}</span>
          <span className="linked-note">{description}</span>
        </span>
      </Link>
    );
  }
  return null;
}
