import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  parseValue,
} from "graphql";
import { useState } from "react";
import {
  addField,
  type EditableQuery,
  findField,
  isSelected,
  readEditable,
  removeField,
  type Step,
  setArgument,
  starterSelection,
} from "./edit-selection.ts";

interface TreeProps {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** The schema as a tree of boxes to tick: each tick changes the query's text, and the text's changes show as ticks. */
export function FieldTree({ schema, query, onChange }: TreeProps) {
  const editable = readEditable(query);
  const root = schema.getQueryType();
  if (editable === null || !root) {
    return (
      <p className="hint">
        The query's syntax has a mistake. Once it is mended, fields can be ticked here again.
      </p>
    );
  }
  return (
    <div className="tree">
      <p className="hint">Tick fields to write the query; what you type shows up here too.</p>
      <Fields tree={{ schema, editable, onChange }} type={root} path={[]} />
    </div>
  );
}

interface Tree {
  readonly schema: GraphQLSchema;
  readonly editable: EditableQuery;
  readonly onChange: (query: string) => void;
}

interface FieldsProps {
  readonly tree: Tree;
  readonly type: GraphQLNamedType;
  readonly path: readonly Step[];
}

function Fields({ tree, type, path }: FieldsProps) {
  if (!isObjectType(type) && !isInterfaceType(type)) return null;
  return (
    <ul>
      {Object.values(type.getFields()).map((field) => (
        <Field key={field.name} tree={tree} field={field} path={[...path, field.name]} />
      ))}
      {isInterfaceType(type) &&
        tree.schema
          .getPossibleTypes(type)
          .map((possible) => (
            <Fragment
              key={possible.name}
              tree={tree}
              type={possible}
              path={[...path, `... on ${possible.name}`]}
            />
          ))}
    </ul>
  );
}

interface FieldProps {
  readonly tree: Tree;
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: readonly Step[];
}

function Field({ tree, field, path }: FieldProps) {
  const selected = isSelected(tree.editable, path);
  const [opened, setOpened] = useState<boolean | null>(null);
  const type = getNamedType(field.type);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const isOpen = hasFields && (opened ?? selected);
  const toggle = () => {
    setOpened(null);
    tree.onChange(
      selected
        ? removeField(tree.editable, path)
        : addField(tree.editable, path, (depth) => starterSelection(field, " ".repeat(depth))),
    );
  };
  return (
    <li>
      <div className="tree-row" title={field.description ?? undefined}>
        <Twist
          isOpen={isOpen}
          isShown={hasFields}
          name={field.name}
          onClick={() => setOpened(!isOpen)}
        />
        <label>
          <input type="checkbox" checked={selected} onChange={toggle} />
          <span>{field.name}</span>
        </label>
      </div>
      {selected && <Arguments tree={tree} field={field} path={path} />}
      {isOpen && <Fields tree={tree} type={type} path={path} />}
    </li>
  );
}

function Fragment({ tree, type, path }: FieldsProps) {
  const selected = isSelected(tree.editable, path);
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? selected;
  const toggle = () =>
    tree.onChange(
      selected
        ? removeField(tree.editable, path)
        : addField(tree.editable, path, () => " { __typename }"),
    );
  const name = path.at(-1) ?? "";
  return (
    <li>
      <div className="tree-row">
        <Twist isOpen={isOpen} isShown name={name} onClick={() => setOpened(!isOpen)} />
        <label>
          <input type="checkbox" checked={selected} onChange={toggle} />
          <span>{name}</span>
        </label>
      </div>
      {isOpen && <Fields tree={tree} type={type} path={path} />}
    </li>
  );
}

interface TwistProps {
  readonly isOpen: boolean;
  readonly isShown: boolean;
  readonly name: string;
  readonly onClick: () => void;
}

function Twist({ isOpen, isShown, name, onClick }: TwistProps) {
  if (!isShown) return <span className="twist" />;
  const label = `${isOpen ? "Close" : "Open"} ${name}`;
  return (
    <button
      type="button"
      className="twist"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {isOpen ? "▾" : "▸"}
    </button>
  );
}

function Arguments({ tree, field, path }: FieldProps) {
  const node = findField(tree.editable, path);
  if (node === undefined || field.args.length === 0) return null;
  return (
    <ul className="tree-arguments">
      {field.args.map((argument) => {
        const given = node.arguments?.find(({ name }) => name.value === argument.name);
        const literal = given
          ? tree.editable.text.slice(given.value.loc?.start, given.value.loc?.end)
          : "";
        return (
          <Argument
            key={argument.name}
            argument={argument}
            literal={literal}
            isVariable={given?.value.kind === Kind.VARIABLE}
            onChange={(changed) =>
              tree.onChange(
                setArgument(tree.editable.text, node, { name: argument.name, literal: changed }),
              )
            }
          />
        );
      })}
    </ul>
  );
}

interface ArgumentProps {
  readonly argument: GraphQLArgument;
  readonly literal: string;
  readonly isVariable: boolean;
  readonly onChange: (literal: string) => void;
}

function Argument({ argument, literal, isVariable, onChange }: ArgumentProps) {
  const type = getNamedType(argument.type);
  const label = `${argument.name}${isNonNullType(argument.type) ? " (required)" : ""}`;
  return (
    <li title={argument.description ?? undefined}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: each branch below is one */}
      <label>
        <span>{label}</span>
        {isEnumType(type) && !isVariable ? (
          <select value={literal} onChange={(event) => onChange(event.target.value)}>
            {!isNonNullType(argument.type) && <option value="" />}
            {type.getValues().map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        ) : (
          <ArgumentText key={literal} type={type} literal={literal} onChange={onChange} />
        )}
      </label>
    </li>
  );
}

interface ArgumentTextProps {
  readonly type: GraphQLNamedType;
  readonly literal: string;
  readonly onChange: (literal: string) => void;
}

/** The text goes into the query when it is left or confirmed, so that half a number is not written there. */
function ArgumentText({ type, literal, onChange }: ArgumentTextProps) {
  const [text, setText] = useState(readableOf(literal));
  const [isWrong, setIsWrong] = useState(false);
  const commit = () => {
    if (text === readableOf(literal)) return;
    const next = literalOf(text, type);
    setIsWrong(next === null);
    if (next !== null) onChange(next);
  };
  return (
    <input
      value={text}
      aria-invalid={isWrong}
      spellCheck={false}
      autoComplete="off"
      placeholder={type.name}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}

function readableOf(literal: string): string {
  return /^"(?:[^"\\])*"$/.test(literal) ? literal.slice(1, -1) : literal;
}

/** A person's text as a literal: text types are quoted for them; null where it is no value. */
function literalOf(text: string, type: GraphQLNamedType): string | null {
  if (text === "" || /^\$[_A-Za-z]\w*$/.test(text)) return text;
  const isText = type.name === "String" || type.name === "ID";
  if (isText && !/^[["]/.test(text)) return JSON.stringify(text);
  try {
    parseValue(text);
    return text;
  } catch {
    return null;
  }
}
