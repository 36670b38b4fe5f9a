import type { frontCodes } from '../front';

/** Why the front matter and the YAML of a file are checked. */
export const whyFront: Readonly<Record<keyof typeof frontCodes, string>> = {
  FM001:
    'Agents and judges read the keys between two lines of `---`. Without the first of them there are no keys: most loaders drop the file without a word.',
  FM002:
    'The front matter ends at the next line that is exactly `---`. Without it some readers take the whole body for keys and others refuse the file.',
  FM003:
    'A byte-order mark is an invisible character before the first `---`. A loader that looks for `---` at the very beginning finds something else there and skips the file. Editors do not show it; save as “UTF-8”, not “UTF-8 with BOM”.',
  FM004:
    'Several loaders look for `---` followed by a line feed alone and do not see the front matter of a file with Windows line ends. Mixed and lone line ends are counted differently by different readers, so that errors point to wrong lines.',
  FM005:
    'The opening fence must be the first line and exactly three dashes. Blanks behind it, lines before it, or a fourth dash hide the front matter from some loaders and not from others.',
  FM006: 'The text is not YAML, so nothing after the mistake can be relied on.',
  FM007:
    'In a plain value, a colon and a blank begin a new pair of key and value. This is the most common mistake in published files, and most loaders then skip the file silently. Quotes make the whole value text.',
  FM008:
    'These characters mean something to YAML at the beginning of a value: `[` a list, `{` a map, `*` an alias, `&` an anchor, `!` a tag, `|` and `>` text over several lines. `@`, `` ` `` and `%` are reserved. Quotes make the value text. In double quotes a backslash begins an escape; in single quotes it stands for itself.',
  FM009: 'YAML forbids tabs for indentation, because they are as wide as each editor thinks.',
  FM010:
    'YAML forbids the same key twice. Some parsers refuse the file, some keep the first value and some the last: what is read depends on the reader.',
  FM011: 'The keys must be a map, `key: value` on each line. A list or plain text there is read by nobody.',
  FM012:
    'In a plain value, a blank and a `#` begin a comment. The rest of the line is cut off, the file stays valid, and no other check says so: `order #12` becomes `order`.',
  FM013:
    'Some readers split the file wherever three dashes stand, also inside a value. What comes after is lost to them. A long dash reads the same and ends nothing.',
  FM014:
    'The reference validator reads a strict subset of YAML without `[ ]`, `{ }`, anchors, aliases and tags. Written as a block, the same value is read by everyone.',
  FM015: 'A file holds one YAML document. What comes after `...` or another `---` is ignored, and so are directives.',
  FM016:
    'Characters that do not show, or that stand for bytes which could not be read, reach the model all the same. Characters that turn the direction of writing can make a text look like another one: they are an error.',
  FM017: 'File systems and loaders that mind capitals look for `SKILL.md` and find nothing else.',
  FM018:
    'Blanks at the end of a line are invisible and make comparisons noisy. Without a blank after the colon, `key:value` is one word and no key at all.',
};
