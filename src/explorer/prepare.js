// Builds the explorer. `npm ci` runs this on any version of Node.js, so it is plain JavaScript, and
// skips a build that cannot work.
const required = 24;

if (Number.parseInt(process.versions.node, 10) < required) {
  leaveOut(`building it needs Node.js ${required} or later, and this is ${process.version}`);
} else {
  const vite = await import("vite").catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  });
  if (vite === undefined) leaveOut("Vite, a development dependency, is not installed");
  else {
    // With any other value, Vite builds React's development mode, with paths of this machine.
    process.env.NODE_ENV = "production";
    await vite.build({ configFile: `${import.meta.dirname}/vite.config.ts` });
  }
}

/** @param {string} reason */
function leaveOut(reason) {
  console.log(`tapgraph: the explorer is left out: ${reason}.`);
}
