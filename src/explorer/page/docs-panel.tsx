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
import { useState } from "react";

interface DocsProps {
  readonly schema: GraphQLSchema;
  /** The names of the types on the way here. The last is shown; if there is none, the overview is. */
  readonly trail: readonly string[];
  readonly onTrail: (trail: readonly string[]) => void;
}

/** The schema's documentation: an overview of queries and types, and a page for each type. */
export function DocsPanel({ schema, trail, onTrail }: DocsProps) {
  const [search, setSearch] = useState("");
  const shown = schema.getType(trail.at(-1) ?? "");
  const open = (name: string) => {
    setSearch("");
    onTrail([...trail, name]);
  };
  return (
    <div className="docs">
      <input
        type="search"
        value={search}
        placeholder="Search fields and types"
        aria-label="Search the documentation"
        onChange={(event) => setSearch(event.target.value)}
      />
      {search.trim() !== "" ? (
        <SearchResults schema={schema} text={search.trim()} onOpen={open} />
      ) : shown ? (
        <>
          <nav className="docs-trail">
            <button type="button" className="link" onClick={() => onTrail(trail.slice(0, -1))}>
              ← {trail.at(-2) ?? "All"}
            </button>
          </nav>
          <TypeDocs schema={schema} type={shown} onOpen={open} />
        </>
      ) : (
        <Beginning schema={schema} onOpen={open} />
      )}
    </div>
  );
}

interface OpenProps {
  readonly schema: GraphQLSchema;
  readonly onOpen: (name: string) => void;
}

function Beginning({ schema, onOpen }: OpenProps) {
  const query = schema.getQueryType();
  const types = listTypes(schema).filter((type) => type !== query);
  return (
    <>
      {query && <TypeDocs schema={schema} type={query} onOpen={onOpen} />}
      <h3>Types</h3>
      <ul className="docs-types">
        {types.map((type) => (
          <li key={type.name}>
            <TypeLink type={type.name} label={type.name} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

function TypeDocs({ schema, type, onOpen }: OpenProps & { readonly type: GraphQLNamedType }) {
  const possible = isInterfaceType(type) ? schema.getPossibleTypes(type) : [];
  return (
    <section>
      <h2>{type.name}</h2>
      <Description text={type.description} />
      {isScalarType(type) && type.specifiedByURL && (
        <p className="muted">Specified by {type.specifiedByURL}</p>
      )}
      {isObjectType(type) && type.getInterfaces().length > 0 && (
        <p className="muted">
          Implements{" "}
          {type.getInterfaces().map(({ name }) => (
            <TypeLink key={name} type={name} label={name} onOpen={onOpen} />
          ))}
        </p>
      )}
      {possible.length > 0 && (
        <p className="muted">
          Either of{" "}
          {possible.map(({ name }) => (
            <TypeLink key={name} type={name} label={name} onOpen={onOpen} />
          ))}
        </p>
      )}
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

interface SearchProps extends OpenProps {
  readonly text: string;
}

function SearchResults({ schema, text, onOpen }: SearchProps) {
  const found = search(schema, text);
  if (found.length === 0) return <p className="hint">Nothing has that name.</p>;
  return (
    <ul className="docs-found">
      {found.map(({ type, field, description }) => (
        <li key={`${type}.${field}`}>
          <TypeLink type={type} label={field === "" ? type : `${type}.${field}`} onOpen={onOpen} />
          <p className="muted">
            <Prose text={description ?? ""} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function search(schema: GraphQLSchema, text: string) {
  const isMatch = (name: string) => name.toLowerCase().includes(text.toLowerCase());
  return listTypes(schema)
    .flatMap((type) => {
      const fields =
        isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
      const own = isMatch(type.name)
        ? [{ type: type.name, field: "", description: type.description }]
        : [];
      const inner = fields
        .filter(({ name }) => isMatch(name))
        .map(({ name, description }) => ({ type: type.name, field: name, description }));
      return [...own, ...inner];
    })
    .slice(0, 60);
}

function listTypes(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .toSorted((one, other) => one.name.localeCompare(other.name));
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
function Prose({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, at) =>
    // The parts of a fixed text have no keys but their indexes.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    part.startsWith("`") ? <code key={at}>{part.slice(1, -1)}</code> : part,
  );
}

interface TypeLinkProps {
  readonly type: string;
  readonly label: string;
  readonly onOpen: (name: string) => void;
}

function TypeLink({ type, label, onOpen }: TypeLinkProps) {
  return (
    <button type="button" className="link docs-type" onClick={() => onOpen(type)}>
      {label}
    </button>
  );
}
