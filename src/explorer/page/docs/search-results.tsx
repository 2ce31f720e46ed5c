import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { Prose } from "../../prose.tsx";
import { fieldsOf, type OpenProps, TypeLink } from "./type-docs.tsx";

const maxResults = 60;

interface SearchProps extends OpenProps {
  readonly text: string;
}

export function SearchResults({ schema, text, onOpen }: SearchProps) {
  const found = search(schema, text);
  if (found.length === 0) return <p className="hint">No type or field matches.</p>;
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
      const own = isMatch(type.name)
        ? [{ type: type.name, field: "", description: type.description }]
        : [];
      const inner = fieldsOf(type)
        .filter(({ name }) => isMatch(name))
        .map(({ name, description }) => ({ type: type.name, field: name, description }));
      return [...own, ...inner];
    })
    .slice(0, maxResults);
}

export function listTypes(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
