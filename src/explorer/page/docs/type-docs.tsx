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

export interface OpenProps {
  readonly schema: GraphQLSchema;
  readonly onOpen: (name: string) => void;
}

export function TypeDocs({
  schema,
  type,
  onOpen,
}: OpenProps & { readonly type: GraphQLNamedType }) {
  const interfaces = isObjectType(type) ? type.getInterfaces() : [];
  const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <section>
      <h2>{type.name}</h2>
      <Description text={type.description} />
      {isScalarType(type) && type.specifiedByURL && (
        <p className="muted">Specified by {type.specifiedByURL}</p>
      )}
      <TypeLinks label="Implements" types={interfaces} onOpen={onOpen} />
      <TypeLinks label="Implemented by" types={possible} onOpen={onOpen} />
      {fieldsOf(type).map((field) => (
        <FieldDocs key={field.name} field={field} onOpen={onOpen} />
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

/** The fields of an object, an interface or an input object; none for any other type. */
export function fieldsOf(type: GraphQLNamedType): readonly DocumentedField[] {
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values(type.getFields()) : [];
}

type DocumentedField = GraphQLField<unknown, unknown> | GraphQLInputField;

interface TypeLinksProps extends Pick<OpenProps, "onOpen"> {
  readonly label: string;
  readonly types: readonly GraphQLNamedType[];
}

function TypeLinks({ label, types, onOpen }: TypeLinksProps) {
  if (types.length === 0) return null;
  return (
    <p className="muted">
      {label}{" "}
      {types.map(({ name }) => (
        <TypeLink key={name} type={name} label={name} onOpen={onOpen} />
      ))}
    </p>
  );
}

interface FieldDocsProps extends Pick<OpenProps, "onOpen"> {
  readonly field: DocumentedField;
}

function FieldDocs({ field, onOpen }: FieldDocsProps) {
  const args = "args" in field ? field.args : [];
  return (
    <div className="docs-field">
      <Signature className="docs-name" of={field} onOpen={onOpen} />
      <Description text={field.description} />
      {field.deprecationReason && (
        <p className="deprecated">Deprecated: {field.deprecationReason}</p>
      )}
      {args.length > 0 && (
        <ul className="docs-arguments">
          {args.map((argument) => (
            <ArgumentDocs key={argument.name} argument={argument} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ArgumentDocsProps extends Pick<OpenProps, "onOpen"> {
  readonly argument: GraphQLArgument;
}

function ArgumentDocs({ argument, onOpen }: ArgumentDocsProps) {
  return (
    <li>
      <Signature className="docs-argument" of={argument} onOpen={onOpen} />{" "}
      <span className="muted">
        <Prose text={argument.description ?? ""} />
      </span>
    </li>
  );
}

interface SignatureProps extends Pick<OpenProps, "onOpen"> {
  readonly className: string;
  readonly of: DocumentedField | GraphQLArgument;
}

function Signature({ className, of, onOpen }: SignatureProps) {
  const value = "defaultValue" in of ? astFromValue(of.defaultValue, of.type) : null;
  return (
    <code>
      <span className={className}>{of.name}</span>
      {": "}
      <TypeLink type={getNamedType(of.type).name} label={String(of.type)} onOpen={onOpen} />
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

interface TypeLinkProps {
  readonly type: string;
  readonly label: string;
  readonly onOpen: (name: string) => void;
}

export function TypeLink({ type, label, onOpen }: TypeLinkProps) {
  return (
    <button type="button" className="link docs-type" onClick={() => onOpen(type)}>
      {label}
    </button>
  );
}
