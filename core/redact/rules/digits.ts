/**
 * Where a number in groups may begin: a digit, `+` or `(` that begins a word, with seven more characters of the kind
 * numbers are written with. One search serves all number rules.
 */
export const digitStart = /(?<!\w)[\d+(](?=[\d+ ().\-/\u00a0\u2009\u202f\u2010-\u2013]{7})/;
