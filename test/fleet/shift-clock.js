// Preloaded into a process under test: sets its clock CLOCK_SHIFT_MS milliseconds ahead of the machine's, or behind it if negative.
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"]);
const now = Date.now.bind(Date);
Date.now = () => now() + shiftMs;
Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + shiftMs });
