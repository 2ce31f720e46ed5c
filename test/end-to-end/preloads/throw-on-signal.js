// Preloaded into a process under test: on SIGUSR2 it throws an uncaught error that holds a URL with a key.
process.on("SIGUSR2", () => {
  const cause = new Error(`connect to http://registry.invalid/api/v1/tags?limit=5&key=${key()}`);
  throw new Error(`the request with x-api-key: ${key()} failed`, { cause });
});

function key() {
  return process.env["PLANTED_KEY"];
}
