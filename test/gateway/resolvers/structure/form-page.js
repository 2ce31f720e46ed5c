// The page of a form. `globalThis.given` has its schemas and values. `globalThis.submitted` receives the values submitted.
import Form from "@rjsf/core";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const validator = customizeValidator({
  AjvClass: Ajv2020,
  ajvOptionsOverrides: { allowUnionTypes: true },
});
const root = document.createElement("main");
document.body.append(root);
createRoot(root).render(
  createElement(Form, {
    ...globalThis.given,
    validator,
    onSubmit: ({ formData }) => {
      globalThis.submitted = formData;
    },
  }),
);
