import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
} from "graphql";
import { useState } from "react";
import { ArgumentsForm } from "./arguments-form.tsx";
import { DisclosureButton } from "./disclosure-button.tsx";
import {
  addField,
  type EditableQuery,
  findField,
  isPathSelected,
  readEditable,
  removeField,
  type SelectionPath,
} from "./edit-selection.ts";
import { starterSelection } from "./starter.ts";

interface TreeProps {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** The schema as a tree of checkboxes. Ticking one edits the query, and editing the query updates the ticks. */
export function FieldTree({ schema, query, onChange }: TreeProps) {
  const editable = readEditable(query);
  const root = schema.getRootType(editable?.operation?.operation ?? OperationTypeNode.QUERY);
  if (editable === null) {
    return (
      <p className="hint">The query has a syntax error. Correct it to tick fields here again.</p>
    );
  }
  if (!root) {
    return <p className="hint">The schema does not have this kind of operation.</p>;
  }
  return (
    <div className="tree">
      <p className="hint">
        Tick fields to write the query. Fields that you type are also ticked here.
      </p>
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
  readonly path: SelectionPath;
}

function Fields({ tree, type, path }: FieldsProps) {
  if (!isObjectType(type) && !isInterfaceType(type)) return null;
  return (
    <ul>
      {Object.values(type.getFields()).map((field) => (
        <Field
          key={field.name}
          tree={tree}
          type={type}
          field={field}
          path={[...path, field.name]}
        />
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
  /** The type that has the field. */
  readonly type: GraphQLNamedType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly path: SelectionPath;
}

function Field({ tree, field, path, ...props }: FieldProps) {
  const { editable, onChange } = tree;
  const isTicked = isPathSelected(editable, path);
  const node = findField(editable, path);
  const [opened, setOpened] = useState<boolean | null>(null);
  const type = getNamedType(field.type);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const isOpen = hasFields && (opened ?? isTicked);
  const tick = () => {
    setOpened(null);
    onChange(
      isTicked
        ? removeField(editable, path)
        : addField(editable, path, (indent) => starterSelection(field, indent)),
    );
  };
  return (
    <li>
      <div className="tree-row" title={field.description ?? undefined}>
        {hasFields ? (
          <DisclosureButton isOpen={isOpen} name={field.name} onClick={() => setOpened(!isOpen)} />
        ) : (
          <span className="disclosure" />
        )}
        <Tick name={field.name} isTicked={isTicked} onTick={tick} />
      </div>
      {node && field.args.length > 0 && (
        <ArgumentsForm
          field={field}
          parent={props.type}
          node={node}
          text={editable.text}
          onChange={onChange}
        />
      )}
      {isOpen && <Fields tree={tree} type={type} path={path} />}
    </li>
  );
}

function Fragment({ tree, type, path }: FieldsProps) {
  const { editable, onChange } = tree;
  const isTicked = isPathSelected(editable, path);
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? isTicked;
  const tick = () =>
    onChange(
      isTicked ? removeField(editable, path) : addField(editable, path, () => " { __typename }"),
    );
  const name = path.at(-1) ?? "";
  return (
    <li>
      <div className="tree-row">
        <DisclosureButton isOpen={isOpen} name={name} onClick={() => setOpened(!isOpen)} />
        <Tick name={name} isTicked={isTicked} onTick={tick} />
      </div>
      {isOpen && <Fields tree={tree} type={type} path={path} />}
    </li>
  );
}

interface TickProps {
  readonly name: string;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}

function Tick({ name, isTicked, onTick }: TickProps) {
  return (
    <label>
      <input type="checkbox" checked={isTicked} onChange={onTick} />
      <span>{name}</span>
    </label>
  );
}
