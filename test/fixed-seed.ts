import fc from 'fast-check';

// A gate has to give the same verdict twice. Everywhere else each run tries new values, and prints the seed of what it finds.
if (process.env.CI) fc.configureGlobal({ seed: 20261201 });
