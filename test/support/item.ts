/** An item of an additional data structure, as the registry sends it. */
export function item(type: string, identifier: string, others: object = {}) {
  return { type, identifier, name: `The ${identifier}`, set_via_app: false, ...others };
}
