import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from "graphql";

/** A schema, and what opens a type of it. */
export interface OpenProps {
  readonly schema: GraphQLSchema;
  readonly onOpen: (name: string) => void;
}

/** The documentation of a type: its description, fields, arguments and values. */
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
      <TypeLinks label="Either of" types={possible} onOpen={onOpen} />
      {(isObjectType(type) || isInterfaceType(type)) &&
        Object.values(type.getFields()).map((field) => (
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

interface FieldDocsProps {
  readonly field: GraphQLField<unknown, unknown>;
  readonly onOpen: (name: string) => void;
}

function FieldDocs({ field, onOpen }: FieldDocsProps) {
  return (
    <div className="docs-field">
      <code>
        <span className="docs-name">{field.name}</span>
        {": "}
        <TypeLink type={getNamedType(field.type).name} label={String(field.type)} onOpen={onOpen} />
      </code>
      <Description text={field.description} />
      {field.deprecationReason && (
        <p className="deprecated">Deprecated: {field.deprecationReason}</p>
      )}
      {field.args.length > 0 && (
        <ul className="docs-arguments">
          {field.args.map((argument) => (
            <ArgumentDocs key={argument.name} argument={argument} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ArgumentDocsProps {
  readonly argument: GraphQLArgument;
  readonly onOpen: (name: string) => void;
}

function ArgumentDocs({ argument, onOpen }: ArgumentDocsProps) {
  const type = getNamedType(argument.type).name;
  return (
    <li>
      <code>
        <span className="docs-argument">{argument.name}</span>
        {": "}
        <TypeLink type={type} label={String(argument.type)} onOpen={onOpen} />
      </code>{" "}
      <span className="muted">
        <Prose text={argument.description ?? ""} />
      </span>
    </li>
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

/** A description. Text in backticks becomes code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, at) =>
    // A part of a text has no key but its index.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    part.startsWith("`") ? <code key={at}>{part.slice(1, -1)}</code> : part,
  );
}

interface TypeLinkProps {
  readonly type: string;
  readonly label: string;
  readonly onOpen: (name: string) => void;
}

/** A link to the documentation of a type. */
export function TypeLink({ type, label, onOpen }: TypeLinkProps) {
  return (
    <button type="button" className="link docs-type" onClick={() => onOpen(type)}>
      {label}
    </button>
  );
}
