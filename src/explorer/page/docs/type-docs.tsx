import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  print,
} from "graphql";
import { Prose } from "../../prose.tsx";

type OnOpen = (name: string) => void;

export function TypeDocs({
  schema,
  type,
  field: named,
  onOpen,
}: {
  readonly schema: GraphQLSchema;
  readonly type: GraphQLNamedType;
  readonly field?: string | undefined;
  readonly onOpen: OnOpen;
}) {
  const interfaces = isObjectType(type) ? type.getInterfaces() : [];
  const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <section>
      <h2 ref={named === undefined ? showTop : undefined}>{type.name}</h2>
      <Description text={type.description} />
      {isScalarType(type) && type.specifiedByURL && (
        <p className="muted">Specified by {type.specifiedByURL}</p>
      )}
      <TypeLinks label="Implements" types={interfaces} onOpen={onOpen} />
      <TypeLinks label="Implemented by" types={possible} onOpen={onOpen} />
      {fieldsOf(type).map((field) => (
        <FieldDocs key={field.name} field={field} isNamed={field.name === named} onOpen={onOpen} />
      ))}
      {isEnumType(type) &&
        type.getValues().map((value) => (
          <div className="docs-field" key={value.name}>
            <code className="docs-name">{value.name}</code>
            <Description text={value.description} />
          </div>
        ))}
    </section>
  );
}

function showTop(heading: HTMLElement | null): void {
  heading?.closest(".scroll")?.scrollTo({ top: 0 });
}

function showField(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
}

type DocumentedField = GraphQLField<unknown, unknown> | GraphQLInputField;

export function fieldsOf(type: GraphQLNamedType): readonly DocumentedField[] {
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values(type.getFields()) : [];
}

function TypeLinks({
  label,
  types,
  onOpen,
}: {
  readonly label: string;
  readonly types: readonly GraphQLNamedType[];
  readonly onOpen: OnOpen;
}) {
  if (types.length === 0) return null;
  return (
    <p className="muted">
      {label}{" "}
      {types.map(({ name }) => (
        <TypeLink key={name} to={name} label={name} onOpen={onOpen} />
      ))}
    </p>
  );
}

function FieldDocs({
  field,
  isNamed,
  onOpen,
}: {
  readonly field: DocumentedField;
  readonly isNamed: boolean;
  readonly onOpen: OnOpen;
}) {
  const args = "args" in field ? field.args : [];
  return (
    <div
      className={isNamed ? "docs-field is-named" : "docs-field"}
      ref={isNamed ? showField : undefined}
    >
      <Signature of={field} onOpen={onOpen} />
      <Description text={field.description} />
      {field.deprecationReason && (
        <p className="deprecated">Deprecated: {field.deprecationReason}</p>
      )}
      {args.length > 0 && (
        <ul className="docs-arguments">
          {args.map((argument) => (
            <li key={argument.name}>
              <Signature of={argument} onOpen={onOpen} />{" "}
              <span className="muted">
                <Prose text={argument.description ?? ""} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Signature({
  of,
  onOpen,
}: {
  readonly of: DocumentedField | GraphQLArgument;
  readonly onOpen: OnOpen;
}) {
  const value = "defaultValue" in of ? astFromValue(of.defaultValue, of.type) : null;
  return (
    <code>
      <span className="docs-name">{of.name}</span>
      {": "}
      <TypeLink to={getNamedType(of.type).name} label={String(of.type)} onOpen={onOpen} />
      {value && ` = ${print(value)}`}
    </code>
  );
}

function Description({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className="docs-description">
      <Prose text={text} />
    </p>
  );
}

export function TypeLink({
  to,
  label,
  onOpen,
}: {
  readonly to: string;
  readonly label: string;
  readonly onOpen: OnOpen;
}) {
  return (
    <button type="button" className="link docs-type" onClick={() => onOpen(to)}>
      {label}
    </button>
  );
}
