/** Of a type. */
export const maxFields = 500;

/** Of a file. */
export const maxFileBytes = 1024 * 1024;

/** The name of an own field among the fields to sort and count by. */
export function toEnumValue(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2");
  return `DATA_${words.toUpperCase()}`;
}
