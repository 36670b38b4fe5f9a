import type { Context, Rule } from '../context';
import type { Edit, Finding, Fix } from '../finding';
import type { OddFence } from '../front-matter';
import { baseName, folderName } from '../paths';
import { span } from '../span';
import { quoted } from '../yaml/write';

/** FM001, FM002, FM005: where front matter begins and ends. */
export const fences: Rule = function* (context) {
  const { front, lines } = context;
  if (!front) return;
  if (front.state === 'none') {
    yield { code: 'FM001', span: lines.line(0), ...(front.odd.length > 0 ? {} : { fixes: () => [addFrontMatter(context)] }) };
  }
  if (front.state === 'unclosed') yield { code: 'FM002', span: front.open, fixes: () => [closeFrontMatter(context)] };
  for (const odd of front.odd) yield oddFence(odd);
};

function oddFence({ how, span: place }: OddFence): Finding {
  const edit: Edit = how === 'leading' ? { ...place, text: '' } : { ...place, text: '---' };
  return {
    code: 'FM005',
    variant: how,
    span: place,
    // What stands before the fence may be worth keeping: only the author can say.
    fixes: () => [{ title: 'normalise_fence', edits: [edit], auto: how === 'blanks' || how === 'indented' }],
  };
}

function addFrontMatter({ kind, path, eol }: Context): Fix {
  const name = kind === 'skill' ? folderName(path) : baseName(path)?.replace(/\.judge\.md$/i, '');
  const keys =
    kind === 'skill'
      ? [`name: ${quoted(name ?? 'my-skill')}`, 'description: ""']
      : ['version: 1', `name: ${quoted(name ?? 'My judge')}`, 'dimensions:', '  - key: accuracy', '    description: ""'];
  return { title: 'add_front_matter', edits: [{ ...span(0, 0), text: ['---', ...keys, '---', ''].join(eol) }] };
}

/** The fence goes before the first blank line, heading or line that is no key, whichever comes first. */
function closeFrontMatter({ text, lines, front, eol }: Context): Fix {
  const first = front?.state === 'unclosed' ? lines.position(front.yaml.start).line : 1;
  for (let n = first; n < lines.count; n++) {
    const line = lines.line(n);
    const content = text.slice(line.start, line.end);
    if (content.trim() !== '' && !/^(?:#{1,6} |[^\s#:-][^:]*$)/.test(content)) continue;
    return { title: 'close_front_matter', edits: [{ ...span(line.start, line.start), text: `---${eol}` }] };
  }
  const ended = /[\r\n]$/.test(text);
  return { title: 'close_front_matter', edits: [{ ...span(text.length, text.length), text: `${ended ? '' : eol}---${eol}` }] };
}
