import { assemble } from './assemble';
import type { Dialect, Row, RowReader, Sink } from './draft';
import { identified } from './facts';
import { firstText, has, isFields, listOf, numberOf, own, textOf, type Fields } from './fields';
import { jsonText } from './json';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from './refusals';

/** Trees of OpenAssistant, whole or one message a row: every way from the prompt to a last answer is a conversation. */
export const oasst: Dialect = {
  id: 'oasst',
  title: 'OpenAssistant trees',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && (isTree(value) || isNode(value)),
  read: (sink) => new TreeReader(sink),
};

const isTree = (row: Fields): boolean => has(row, 'message_tree_id') && isFields(own(row, 'prompt'));
const isNode = (row: Fields): boolean =>
  has(row, 'message_id') && 'parent_id' in row && typeof own(row, 'text') === 'string' && typeof own(row, 'role') === 'string';

interface Node {
  readonly fields: Fields;
  readonly line: number;
}

class TreeReader implements RowReader {
  /** Rows of trees that are told message by message, until the file is over. */
  private nodes: Node[] = [];
  private size = 0;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const prompt = own(value, 'prompt');
    if (isTree(value) && isFields(prompt)) {
      this.sink.used(1);
      this.walk([{ fields: prompt, line }], (node) => replies(node.fields).map((fields) => ({ fields, line })));
    } else if (isNode(value)) {
      if (own(value, 'deleted') === true) this.sink.ignored(1);
      else this.keep({ fields: value, line });
    } else this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
  }

  private keep(node: Node): void {
    this.sink.used(1);
    this.size += jsonText(node.fields)?.length ?? 0;
    if (this.size <= rowLimit * 3) this.nodes.push(node);
  }

  end(): void {
    if (this.size > rowLimit * 3) {
      this.sink.refuse(this.nodes[0]?.line ?? 1, tooLarge(), 0);
      return;
    }
    const children = new Map<string, Node[]>();
    const ids = new Set(this.nodes.map(({ fields }) => firstText(fields, ['message_id'])));
    for (const node of this.nodes) {
      const parent = firstText(node.fields, ['parent_id']);
      // A message whose parent is not in the file begins what is left of its tree.
      const key = parent !== undefined && ids.has(parent) ? parent : '';
      children.set(key, [...(children.get(key) ?? []), node]);
    }
    const below = (node: Node): Node[] => children.get(firstText(node.fields, ['message_id']) ?? '\0') ?? [];
    for (const root of children.get('') ?? []) this.walk([root], below);
    this.nodes = [];
  }

  /** Goes down every branch, without recursion: trees of a stranger may be deep, or not be trees. */
  private walk(start: readonly Node[], below: (node: Node) => readonly Node[]): void {
    const open: (readonly Node[])[] = [start];
    for (let path = open.pop(); path; path = open.pop()) {
      const last = path.at(-1);
      const next = last && path.length < 200 ? [...below(last)].sort((a, b) => rankOf(a) - rankOf(b)) : [];
      if (next.length === 0) this.emit(path);
      else for (const node of next.reverse()) open.push([...path, node]);
    }
  }

  private emit(path: readonly Node[]): void {
    const [root, leaf] = [path[0], path.at(-1)];
    if (!root || !leaf) return;
    const messages = readMessages(
      path.map(({ fields }) => ({
        role: own(fields, 'role'),
        content: own(fields, 'text') ?? '',
        created_at: own(fields, 'created_date'),
      })),
      this.sink.note.bind(this.sink),
    );
    const id = firstText(leaf.fields, ['message_id']);
    const draft =
      messages instanceof Refusal
        ? messages
        : assemble({
            dialect: 'oasst',
            shape: 'conversation',
            line: root.line,
            messages,
            facts: {
              ...identified(id),
              model: firstText(leaf.fields, ['model_name']),
              captured_at: messages.find((message) => message.at !== undefined)?.at,
              task_key: firstText(root.fields, ['message_tree_id', 'message_id']),
              labels: [],
              attributes: {},
              meta: metaOf(leaf.fields),
            },
          });
    if (draft instanceof Refusal) this.sink.refuse(root.line, draft, 0);
    else this.sink.draft(draft);
  }
}

function replies(node: Fields): Fields[] {
  return (listOf(own(node, 'replies')) ?? []).filter(isFields);
}

/** 0 is the best; a prompter's messages and unranked answers have none. */
function rankOf({ fields }: Node): number {
  return numberOf(own(fields, 'rank')) ?? 0;
}

function metaOf(leaf: Fields): { extra?: Record<string, string | number> } {
  const rank = numberOf(own(leaf, 'rank'));
  const lang = textOf(own(leaf, 'lang'));
  const extra = { ...(rank === undefined ? {} : { rank }), ...(lang === undefined ? {} : { lang }) };
  return Object.keys(extra).length > 0 ? { extra } : {};
}
