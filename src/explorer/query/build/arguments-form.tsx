import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLNamedType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
} from "graphql";
import { useRef, useState } from "react";
import { SignButton } from "../../sign-button.tsx";
import { type InputStep, pickFor } from "../pick/picks.ts";
import { DisclosureButton } from "./disclosure-button.tsx";
import { countEntries, findValue, setValue, type ValuePath } from "./edit-value.ts";
import { LeafValue } from "./leaf-value.tsx";
import { starterValue } from "./starter.ts";

export function ArgumentsForm({
  field,
  parent,
  node,
  text,
  onChange,
}: {
  readonly field: GraphQLField<unknown, unknown>;
  readonly parent: GraphQLNamedType;
  /** The field in the query, parsed from `text`. */
  readonly node: FieldNode;
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const types = { parent: parent.name, result: getNamedType(field.type).name };
  const change = (path: ValuePath, literal: string) =>
    onChange(setValue(text, node, path, literal));
  return (
    <ul className="tree-arguments" aria-label={`Arguments of ${node.name.value}`}>
      {field.args.map((argument) => (
        <InputValue
          key={argument.name}
          field={{ node, text, types, args: field.args, change }}
          input={argument}
          path={[argument.name]}
        />
      ))}
    </ul>
  );
}

interface EditedField {
  readonly node: FieldNode;
  readonly text: string;
  readonly types: { readonly parent: string; readonly result: string };
  readonly args: readonly GraphQLArgument[];
  readonly change: (path: ValuePath, literal: string) => void;
}

interface InputProps {
  readonly field: EditedField;
  readonly input: {
    readonly type: GraphQLInputType;
    readonly description?: string | null | undefined;
    readonly defaultValue?: unknown;
  };
  readonly path: ValuePath;
  readonly remove?: React.ReactNode;
}

/** The controls for a value. A variable or null in its place is edited as text. */
function InputValue(props: InputProps) {
  const { field, input, path } = props;
  const type = isNonNullType(input.type) ? input.type.ofType : input.type;
  const value = findValue(field.node, path);
  const isWhole = value?.kind === Kind.VARIABLE || value?.kind === Kind.NULL;
  if (isListType(type) && !isWhole) return <ListValue {...props} type={type} />;
  if (isInputObjectType(type) && !isWhole) return <ObjectValue {...props} type={type} />;
  const isRequired = isNonNullType(input.type) && input.defaultValue === undefined;
  return (
    <li title={input.description ?? undefined}>
      <div className={props.remove ? "value-row row entry" : "value-row row"}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: a leaf's value is one */}
        <label className="row fill">
          <span>{isRequired && !props.remove ? `${nameOf(path)}*` : nameOf(path)}</span>
          <LeafValue
            label={isRequired ? `${spokenName(path)} (required)` : spokenName(path)}
            type={type}
            literal={field.text.slice(value?.loc?.start ?? 0, value?.loc?.end ?? 0)}
            isRequired={isRequired}
            defaultValue={input.defaultValue}
            pick={pickFor(stepsTo(field, path), field.types)}
            onChange={(literal) => field.change(path, literal)}
          />
        </label>
        {props.remove}
      </div>
    </li>
  );
}

function stepsTo({ node, args }: EditedField, path: ValuePath): readonly InputStep[] {
  const [argument, ...within] = path;
  const type = args.find(({ name }) => name === argument)?.type;
  const steps: InputStep[] = [{ name: argument, owner: "", identifier: undefined }];
  let object = type && getNamedType(type);
  for (const [at, step] of within.entries()) {
    if (typeof step === "number") continue;
    if (!isInputObjectType(object)) return [];
    const beside = findValue(node, [argument, ...within.slice(0, at), "identifier"]);
    const identifier = beside?.kind === Kind.STRING ? beside.value : undefined;
    steps.push({ name: step, owner: object.name, identifier });
    const field = object.getFields()[step];
    object = field && getNamedType(field.type);
  }
  return steps;
}

function ObjectValue({
  field,
  input,
  path,
  remove,
  type,
}: InputProps & { readonly type: GraphQLInputObjectType }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? findValue(field.node, path) !== undefined;
  const name = spokenName(path);
  return (
    <li>
      <div className="value-row row" title={input.description ?? undefined}>
        <DisclosureButton isOpen={isOpen} name={name} onClick={() => setOpened(!isOpen)} />
        <span>{nameOf(path)}</span>
        {remove}
      </div>
      {isOpen && (
        <ul aria-label={name}>
          {Object.values(type.getFields()).map((inner) => (
            <InputValue key={inner.name} field={field} input={inner} path={[...path, inner.name]} />
          ))}
        </ul>
      )}
    </li>
  );
}

function ListValue({
  field,
  input,
  path,
  remove,
  type,
}: InputProps & { readonly type: GraphQLList<GraphQLInputType> }) {
  const adding = useRef<HTMLButtonElement>(null);
  const count = countEntries(findValue(field.node, path));
  const name = spokenName(path);
  const add = () => field.change([...path, count], starterValue(type.ofType));
  const drop = (at: number) => {
    // A required list stays, as `[]`.
    if (count === 1 && isNonNullType(input.type)) field.change(path, "[]");
    else field.change([...path, at], "");
    // The pressed button disappears. Move the focus, or it is lost.
    adding.current?.focus();
  };
  return (
    <li>
      <div className="value-row row" title={input.description ?? undefined}>
        <span className="disclosure" />
        <span>{nameOf(path)}</span>
        <SignButton ref={adding} label={`Add to ${name}`} sign="+" onClick={add} />
        {remove}
      </div>
      {count > 0 && (
        <ul aria-label={name}>
          {Array.from({ length: count }, (_, at) => (
            <InputValue
              // An entry has no key but its index.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              field={field}
              input={{ type: type.ofType }}
              path={[...path, at]}
              remove={
                <SignButton
                  label={`Remove ${spokenName([...path, at])}`}
                  sign="×"
                  onClick={() => drop(at)}
                />
              }
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function nameOf(path: ValuePath): string {
  const last = path.at(-1);
  return typeof last === "number" ? String(last + 1) : (last ?? "");
}

function spokenName(path: ValuePath): string {
  return path.map((step) => (typeof step === "number" ? step + 1 : step)).join(".");
}
