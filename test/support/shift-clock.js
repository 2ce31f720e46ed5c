/* Has a process live some milliseconds later, or earlier, than the machine: those of CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env["CLOCK_SHIFT_MS"]);
const now = Date.now.bind(Date);
Date.now = () => now() + shiftMs;
Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + shiftMs });
