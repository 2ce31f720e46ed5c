import {
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

export function FieldTree({
  schema,
  query,
  onChange,
}: {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly onChange: (query: string) => void;
}) {
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

interface Place {
  readonly tree: {
    readonly schema: GraphQLSchema;
    readonly editable: EditableQuery;
    readonly onChange: (query: string) => void;
  };
  readonly type: GraphQLNamedType;
  readonly path: SelectionPath;
}

function Fields({ tree, type, path }: Place) {
  if (!isObjectType(type) && !isInterfaceType(type)) return null;
  const { schema, editable, onChange } = tree;
  return (
    <ul>
      {Object.values(type.getFields()).map((field) => {
        const fieldPath = [...path, field.name];
        const node = findField(editable, fieldPath);
        return (
          <Branch
            key={field.name}
            tree={tree}
            type={getNamedType(field.type)}
            path={fieldPath}
            description={field.description}
            writeRest={(indent) => starterSelection(field, indent)}
          >
            {node && field.args.length > 0 && (
              <ArgumentsForm
                field={field}
                parent={type}
                node={node}
                text={editable.text}
                onChange={onChange}
              />
            )}
          </Branch>
        );
      })}
      {isInterfaceType(type) &&
        schema
          .getPossibleTypes(type)
          .map((possible) => (
            <Branch
              key={possible.name}
              tree={tree}
              type={possible}
              path={[...path, `... on ${possible.name}`]}
              writeRest={() => " { __typename }"}
            />
          ))}
    </ul>
  );
}

function Branch({
  tree,
  type,
  path,
  description,
  writeRest,
  children,
}: Place & {
  readonly description?: string | null | undefined;
  readonly writeRest: (indent: string) => string;
  readonly children?: React.ReactNode;
}) {
  const { editable, onChange } = tree;
  const name = path.at(-1) ?? "";
  const isTicked = isPathSelected(editable, path);
  const [opened, setOpened] = useState<boolean | null>(null);
  const hasFields = isObjectType(type) || isInterfaceType(type);
  const isOpen = hasFields && (opened ?? isTicked);
  const tick = () => {
    setOpened(null);
    onChange(isTicked ? removeField(editable, path) : addField(editable, path, writeRest));
  };
  return (
    <li>
      <div className="tree-row row" title={description ?? undefined}>
        {hasFields ? (
          <DisclosureButton isOpen={isOpen} name={name} onClick={() => setOpened(!isOpen)} />
        ) : (
          <span className="disclosure" />
        )}
        <label className="row fill">
          <input type="checkbox" checked={isTicked} onChange={tick} />
          <span>{name}</span>
        </label>
      </div>
      {children}
      {isOpen && <Fields tree={tree} type={type} path={path} />}
    </li>
  );
}
