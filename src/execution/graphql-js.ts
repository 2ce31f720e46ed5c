/*
 * The functions of graphql-js that version 17 has in another form, or that are not among the public
 * entry points of 16. `.ci/graphql-17` has this file for 17.
 */
export { getArgumentValues, getVariableValues } from "graphql";
export { collectSubfields } from "graphql/execution/collectFields.js";
export { getFieldDef } from "graphql/execution/execute.js";
export { suggestionList } from "graphql/jsutils/suggestionList.js";
export { validateSDL } from "graphql/validation/validate.js";
