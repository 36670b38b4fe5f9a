import type { TrainingRow } from '../../dataset/materialise';
import { arrayText, objectText } from '../json-line';
import { Refusal, type Tally } from '../tally';
import { toolsText } from '../tools';
import { answerText, historyTexts, isToolName, type MessageSettings } from './messages';

/** One chat example; only the last message is trained. */
export function sftRow(row: TrainingRow, settings: MessageSettings): string | Refusal {
  const history = historyTexts(row.prompt, { ...settings, untrained_history: true });
  const answer = row.chosen ? answerText(row.chosen, settings) : new Refusal('empty_completion');
  const tools = offered(row, settings.notes);
  if (history instanceof Refusal) return history;
  if (answer instanceof Refusal) return answer;
  if (tools instanceof Refusal) return tools;
  return objectText({ messages: arrayText([...history, answer]), tools });
}

/** A preference: the conversation, and one assistant message on either side. */
export function dpoRow(row: TrainingRow, settings: MessageSettings): string | Refusal {
  const history = historyTexts(row.prompt, { ...settings, untrained_history: false });
  const chosen = row.chosen ? answerText(row.chosen, settings) : new Refusal('empty_completion');
  const rejected = row.rejected ? answerText(row.rejected, settings) : new Refusal('empty_completion');
  const tools = offered(row, settings.notes);
  if (history instanceof Refusal) return history;
  if (chosen instanceof Refusal) return chosen;
  if (rejected instanceof Refusal) return rejected;
  if (tools instanceof Refusal) return tools;
  if (chosen === rejected) return new Refusal('identical_pair');
  const input = objectText({ messages: arrayText(history), tools });
  return objectText({ input, preferred_output: arrayText([chosen]), non_preferred_output: arrayText([rejected]) });
}

function offered(row: TrainingRow, notes: Tally): string | undefined | Refusal {
  if (row.tools?.some((tool) => !isToolName(tool.name))) return new Refusal('invalid_tool_name');
  return toolsText(row.tools, notes);
}
