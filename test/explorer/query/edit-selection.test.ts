import fc from "fast-check";
import {
  buildSchema,
  type GraphQLField,
  getNamedType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import {
  addField,
  addSelection,
  type EditableQuery,
  isPathSelected,
  readEditable,
  removeField,
  type SelectionPath,
} from "../../../src/explorer/query/build/edit-selection.ts";
import { starterSelection } from "../../../src/explorer/query/build/starter.ts";
import { readSelectedFields } from "../../../src/explorer/response/table/selection.ts";
import { sampleSdl } from "../../support/sample-schema.ts";

const schema = buildSchema(sampleSdl);

function read(text: string): EditableQuery {
  const editable = readEditable(text);
  if (editable === null) throw new Error(`Not editable:\n${text}`);
  return editable;
}

const plain = () => "";
const add = (text: string, ...path: string[]) => addField(read(text), path, plain);
const remove = (text: string, ...path: string[]) => removeField(read(text), path);

describe("ticking fields", () => {
  it("writes a query if there is none", () => {
    expect(add("", "tags", "totalCount")).toBe("{\n  tags {\n    totalCount\n  }\n}\n");
  });

  it("puts a field after the others, and leaves comments and layout alone", () => {
    const text = "# mine\nquery Q {\n  tags { # all\n    nodes { id }\n  }\n}\n";
    expect(add(text, "tags", "totalCount")).toBe(
      "# mine\nquery Q {\n  tags { # all\n    nodes { id }\n    totalCount\n  }\n}\n",
    );
  });

  it("adds a selection to a field without one", () => {
    expect(add("{\n  project\n}", "project", "projectId")).toBe(
      "{\n  project {\n    projectId\n  }\n}",
    );
  });

  it("replaces the placeholder of a blank operation with the first field", () => {
    expect(add("query {\n  \n}\n", "project")).toBe("query {\n  project\n}\n");
    expect(add("{\n  a: __typename\n}", "project")).toBe("{\n  a: __typename\n  project\n}");
  });

  it("fills an empty selection, and not an empty object in the same query", () => {
    expect(add("{\n  tags(filter: {}) {\n    \n  }\n}\n", "tags", "totalCount")).toBe(
      "{\n  tags(filter: {}) {\n    totalCount\n  }\n}\n",
    );
  });

  it("removes parents that are left empty, and keeps the operation", () => {
    const text =
      "{\n  tags {\n    nodes {\n      id\n    }\n  }\n  project {\n    projectId\n  }\n}\n";
    expect(remove(text, "tags", "nodes", "id")).toBe("{\n  project {\n    projectId\n  }\n}\n");
    expect(remove("{ tags { totalCount }, project }", "tags", "totalCount")).toBe("{ project }");
    expect(read(remove("{ tags { totalCount } }", "tags", "totalCount")).operation).not.toBeNull();
  });

  it("adds page info to a list, on one line or several", () => {
    for (const [text, expected] of [
      ["{ tags { totalCount } }", "{ tags { totalCount pageInfo { hasNextPage } } }"],
      [
        "{\n  tags {\n    totalCount\n  }\n}",
        "{\n  tags {\n    totalCount\n    pageInfo { hasNextPage }\n  }\n}",
      ],
    ] as const) {
      const node = readSelectedFields(text)[0]?.fieldNodes[0];
      expect(node && addSelection(text, node, "pageInfo { hasNextPage }")).toBe(expected);
    }
  });

  it("is off while the syntax is wrong", () => {
    expect(readEditable("{ tags( }")).toBeNull();
  });

  it("keeps the query valid and shows each tick, whatever is ticked and unticked", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), { maxLength: 10 }),
        (ticks) => {
          let text = "# kept\nquery Q {\n  __typename\n}\n";
          for (const choices of ticks) {
            const { path, field } = follow(choices);
            const editable = read(text);
            const wasSelected = isPathSelected(editable, path);
            text = wasSelected
              ? removeField(editable, path)
              : addField(editable, path, (indent) => starterSelection(field, indent));
            // An operation that is left without fields is read with a placeholder.
            expect(validate(schema, parse(read(text).text)), text).toEqual([]);
            expect(isPathSelected(read(text), path), text).toBe(!wasSelected);
            expect(text).toContain("# kept");
          }
        },
      ),
      { verbose: true },
    );
  });
});

/** A path into the schema: each number chooses a field, until there are no further fields. */
function follow(choices: readonly number[]): {
  path: SelectionPath;
  field: GraphQLField<unknown, unknown>;
} {
  const path: string[] = [];
  let type: unknown = schema.getQueryType();
  let found: GraphQLField<unknown, unknown> | undefined;
  for (const choice of choices) {
    if (!isObjectType(type)) break;
    const fields = Object.values(type.getFields()).filter(({ args }) =>
      path.length + 1 < choices.length
        ? args.every(({ type: of }) => !String(of).endsWith("!"))
        : true,
    );
    found = fields[choice % fields.length];
    if (found === undefined) break;
    path.push(found.name);
    type = getNamedType(found.type);
  }
  if (found === undefined) throw new Error("The schema has no fields");
  return { path, field: found };
}
