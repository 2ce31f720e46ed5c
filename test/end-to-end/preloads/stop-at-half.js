// Preloaded into a process under test: stops it (SIGSTOP) when it has reported half of its progress.
const write = process.stderr.write.bind(process.stderr);
let isStopped = false;

process.stderr.write = (text, ...rest) => {
  const isWritten = write(text, ...rest);
  if (!isStopped && /^[5-9]0%/.test(String(text))) {
    isStopped = true;
    process.kill(process.pid, "SIGSTOP");
  }
  return isWritten;
};
