// Preloaded into a process under test: on SIGUSR2 it allocates memory until V8 aborts the process.
process.on("SIGUSR2", () => {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
});
