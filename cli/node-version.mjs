// Loaded before anything else, so in words that Node 16 can read: ends the program where Node is too old for it.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
// As `engines` of package.json says.
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error Galley needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(3);
}
