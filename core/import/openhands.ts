import { assemble } from './assemble';
import type { Dialect, Draft, Row, RowReader, Sink } from './draft';
import { fieldsOf, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { jsonText } from './json';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { eventItems, modelOf } from './openhands/events';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from './refusals';

/** Events of OpenHands, of both generations, and the rows of its evaluations (`{instance_id, history}`). */
export const openhands: Dialect = {
  id: 'openhands',
  title: 'OpenHands events',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && (isEvent(value) || isEvaluation(value)),
  read: (sink) => new EventReader(sink),
};

function isEvent(value: Fields): boolean {
  if (/^[A-Z]\w*(?:Event|Observation)$/.test(textOf(own(value, 'kind')) ?? '')) return true;
  const acts = typeof own(value, 'action') === 'string' || typeof own(value, 'observation') === 'string';
  return acts && typeof own(value, 'source') === 'string' && own(value, 'id') !== undefined;
}

function isEvaluation(value: Fields): boolean {
  const history = listOf(own(value, 'history'));
  return (
    history !== undefined &&
    own(value, 'instance_id') !== undefined &&
    history.flat().some((event) => isFields(event) && ('action' in event || 'observation' in event))
  );
}

class EventReader implements RowReader {
  private events: Fields[] = [];
  private size = 0;
  private line: number | undefined;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
    else if (isEvaluation(value)) this.evaluation(value, line);
    else if (isEvent(value)) {
      this.line ??= line;
      if (eventItems(value).length > 0) this.sink.used(1);
      else this.sink.ignored(1);
      this.size += jsonText(value)?.length ?? 0;
      if (this.size <= rowLimit) this.events.push(value);
    } else this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
  }

  end(): void {
    const line = this.line;
    if (line === undefined) return;
    const draft = this.size > rowLimit ? tooLarge() : this.assembled(this.events, line, {});
    if (draft instanceof Refusal) this.sink.refuse(line, draft, 0);
    else this.sink.draft(draft);
  }

  private evaluation(row: Fields, line: number): void {
    // Early versions keep pairs of an action and its observation.
    const events = (listOf(own(row, 'history')) ?? []).flat().filter(isFields);
    const draft = this.assembled(events, line, row);
    if (draft instanceof Refusal) this.sink.refuse(line, draft);
    else {
      this.sink.used(1);
      this.sink.draft(draft);
    }
  }

  private assembled(events: readonly Fields[], line: number, row: Fields): Draft | Refusal {
    const asked = textOf(own(row, 'instruction'));
    const items = events.flatMap(eventItems);
    const begins = items.find((item) => item['role'] === 'user');
    const question = asked !== undefined && begins === undefined ? [{ role: 'user', content: asked }] : [];
    const messages = readMessages([...question, ...items], this.sink.note.bind(this.sink));
    if (messages instanceof Refusal) return messages;
    const config = fieldsOf(own(fieldsOf(own(row, 'metadata')) ?? {}, 'llm_config')) ?? {};
    const id = firstText(row, ['instance_id']);
    const error = textOf(own(row, 'error'));
    return assemble({
      dialect: 'openhands',
      shape: 'conversation',
      line,
      messages,
      facts: {
        generic_id: id,
        task_key: id,
        model: firstText(config, ['model']) ?? events.map(modelOf).findLast((model) => model !== undefined),
        captured_at: messages.find((message) => message.at !== undefined)?.at,
        labels: [],
        attributes: {},
        meta: error === undefined ? {} : { error },
      },
    });
  }
}
