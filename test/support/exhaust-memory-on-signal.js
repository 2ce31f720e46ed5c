// Preloaded into a process under test: at SIGUSR2 it takes all the memory that V8 lets it have, so that V8 ends it.
process.on("SIGUSR2", () => {
  const kept = [];
  for (;;) kept.push(new Array(100_000).fill(kept.length));
});
