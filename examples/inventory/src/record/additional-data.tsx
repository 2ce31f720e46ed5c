import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type FragmentType, readFragment } from "../../__generated__/fragment-masking.ts";
import { graphql } from "../../__generated__/gql.ts";
import { attempt, Boundary } from "../parts/boundary.tsx";
import { FailureLine } from "../parts/failure-view.tsx";
import { toFieldId } from "./field-id.ts";
import { FieldValue, type ShownItem } from "./field-value.tsx";
import { LinkedRecord } from "./linked-record.tsx";

/** The part of a field of the additional data that a record's page shows. */
export const DataField = graphql(`
  fragment DataField on AdditionalDataField {
    identifier
    value
    item { type name setViaApp enum }
    ...LinkedRecord
  }
`);

type Field = FragmentType<typeof DataField>;

/** A record's additional data in the order of the project's structure, then the fields that are not in the structure. */
export function AdditionalData({ fields }: { readonly fields: readonly Field[] | null }) {
  const list = fields ?? [];
  if (list.length === 0) {
    return <p className="none">This record has no additional data.</p>;
  }
  return (
    <dl className="fields">
      {list.map((field, at) => (
        <Boundary
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of one record, in the structure's order.
          key={at}
          of={field}
          fallback={(failure) => (
            <div className="field">
              <dt>A field that could not be read</dt>
              <dd>
                <FailureLine failure={failure} />
              </dd>
            </div>
          )}
        >
          <FieldLine field={field} />
        </Boundary>
      ))}
    </dl>
  );
}

function FieldLine({ field }: { readonly field: Field }) {
  const data = readFragment(DataField, field);
  const { identifier, value } = data;
  const item = attempt(() => data.item);
  const shown: ShownItem | null = item.value ?? null;
  const id = toFieldId(identifier);
  const isSought = useLocation({ select: ({ hash }) => hash }) === id;
  const place = useRef<HTMLDivElement>(null);
  // The browser looks for the field too early, before the record has been read.
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView();
  }, [isSought]);
  const classes = ["field", !shown && "is-unknown", isSought && "is-sought"];
  return (
    <div className={classes.filter(Boolean).join(" ")} id={id} ref={place}>
      <dt>
        {shown?.name || identifier}
        {!shown && item.failure === undefined && (
          <span className="field-note">not in the structure</span>
        )}
      </dt>
      <dd>
        <FieldValue
          identifier={identifier}
          item={shown}
          value={value}
          name={shown?.name || identifier}
        />
        <Boundary
          of={data}
          fallback={(failure) => (
            <p className="linked">
              The record that it names could not be read. <FailureLine failure={failure} />
            </p>
          )}
        >
          <LinkedRecord field={data} />
        </Boundary>
      </dd>
    </div>
  );
}
