import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
} from "graphql";
import { useRef, useState } from "react";
import { countEntries, findValue, setValue, type ValuePath } from "./edit-value.ts";
import { LeafValue } from "./leaf-value.tsx";
import { starterValue } from "./starter.ts";
import { Twist } from "./twist.tsx";

interface ArgumentsProps {
  readonly args: readonly GraphQLArgument[];
  /** The field in the query; of the very text. */
  readonly node: FieldNode;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A field's arguments to fill in: objects unfold into their fields, lists have entries to add and remove. */
export function Arguments({ args, node, text, onChange }: ArgumentsProps) {
  const change = (path: ValuePath, literal: string) =>
    onChange(setValue(text, node, path, literal));
  return (
    <ul className="tree-arguments" aria-label={`Arguments of ${node.name.value}`}>
      {args.map((argument) => (
        <InputValue
          key={argument.name}
          field={{ node, text, change }}
          input={argument}
          path={[argument.name]}
        />
      ))}
    </ul>
  );
}

/** The field in the query that the values belong to. */
interface EditedField {
  readonly node: FieldNode;
  readonly text: string;
  readonly change: (path: ValuePath, literal: string) => void;
}

/** What is to be filled in: an argument, a field of an object, or an entry of a list. */
interface Input {
  readonly type: GraphQLInputType;
  readonly description?: string | null | undefined;
  readonly defaultValue?: unknown;
}

interface InputProps {
  readonly field: EditedField;
  readonly input: Input;
  readonly path: ValuePath;
  /** What removes it, for the entry of a list. */
  readonly remove?: React.ReactNode;
}

/** Whatever the query has there is shown; a variable stays one, a text to change like any other. */
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
      <div className={props.remove ? "value-row entry" : "value-row"}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: a leaf's value is one */}
        <label>
          <span>{isRequired && !props.remove ? `${nameOf(path)}*` : nameOf(path)}</span>
          <LeafValue
            label={isRequired ? `${spokenName(path)} (required)` : spokenName(path)}
            type={type}
            literal={field.text.slice(value?.loc?.start ?? 0, value?.loc?.end ?? 0)}
            isRequired={isRequired}
            defaultValue={input.defaultValue}
            onChange={(literal) => field.change(path, literal)}
          />
        </label>
        {props.remove}
      </div>
    </li>
  );
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
      <div className="value-row" title={input.description ?? undefined}>
        <Twist isOpen={isOpen} name={name} onClick={() => setOpened(!isOpen)} />
        <span className="value-name">{nameOf(path)}</span>
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
    // A list that must be there stays, without entries.
    if (count === 1 && isNonNullType(input.type)) field.change(path, "[]");
    else field.change([...path, at], "");
    // The button that was pressed is gone now, and the focus would go with it.
    adding.current?.focus();
  };
  return (
    <li>
      <div className="value-row" title={input.description ?? undefined}>
        <span className="twist" />
        <span className="value-name">{nameOf(path)}</span>
        <button
          type="button"
          className="entry-button"
          ref={adding}
          aria-label={`Add to ${name}`}
          onClick={add}
        >
          +
        </button>
        {remove}
      </div>
      {count > 0 && (
        <ul aria-label={name}>
          {Array.from({ length: count }, (_, at) => (
            <InputValue
              // An entry is known by its place alone.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              field={field}
              input={{ type: type.ofType }}
              path={[...path, at]}
              remove={
                <button
                  type="button"
                  className="entry-button"
                  aria-label={`Remove ${spokenName([...path, at])}`}
                  onClick={() => drop(at)}
                >
                  ×
                </button>
              }
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What stands before a value: its name, or an entry's number. */
function nameOf(path: ValuePath): string {
  const last = path.at(-1);
  return typeof last === "number" ? String(last + 1) : (last ?? "");
}

/** The whole way to a value, for those who do not see where it stands: `filter.and.1.name`. */
function spokenName(path: ValuePath): string {
  return path.map((step) => (typeof step === "number" ? step + 1 : step)).join(".");
}
