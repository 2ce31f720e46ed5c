export class ChangesError extends Error {
  override readonly name = "ChangesError";
  readonly code: "BAD_USER_INPUT";

  constructor(code: ChangesError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
