/** Begins each line of mocha's report, which the editor mixes with its own log. A sign nobody prints. */
export const REPORT = '\u2063';
