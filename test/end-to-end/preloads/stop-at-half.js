// Preloaded into a process under test: stops it (SIGSTOP) as soon as it has reported half of its progress.
const write = process.stderr.write.bind(process.stderr);

process.stderr.write = (text, ...rest) => {
  const isWritten = write(text, ...rest);
  if (String(text).startsWith("50%")) process.kill(process.pid, "SIGSTOP");
  return isWritten;
};
