import { graphql } from "./__generated__/gql.ts";

/** A page of terminals, typed by GraphQL Code Generator's client preset. */
export const TerminalsDocument = graphql(`
  query Terminals($first: Int!) {
    terminals(first: $first) {
      totalCount
      nodes {
        ...TerminalName
        addedWhen
        addedAt
      }
    }
  }
`);

/** What a component that shows a terminal's name asks for. */
export const TerminalNameFragment = graphql(`
  fragment TerminalName on Terminal {
    id
    name
  }
`);
