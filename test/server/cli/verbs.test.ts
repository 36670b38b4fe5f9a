import assert from 'node:assert/strict';
import type { Command } from 'commander';
import { describe, it } from 'mocha';
import { makeProgram } from '../../../server/cli/program';
import { verbs } from '../../../server/cli/verbs';

function allVerbs(): Command[] {
  const program = makeProgram('1.2.3', () => undefined);
  for (const register of verbs) register(program, () => assert.fail('help needs no store'));
  return program.commands.flatMap((command) => [command, ...command.commands]);
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

describe('help of the command line', () => {
  for (const command of allVerbs()) {
    const name = `${command.parent?.name() === 'loop' ? '' : `${command.parent?.name() ?? ''} `}${command.name()}`;
    it(`tells all of ${name}, with an example`, () => {
      const help = helpOf(command);
      assert.match(help, new RegExp(`\n {2}\\$ loop ${name}\\b`), 'an example');
      for (const { description } of [command.description(), ...command.registeredArguments.map((a) => a.description)].map((d) =>
        typeof d === 'string' ? { description: d } : { description: '' },
      ))
        assert.ok(description.length > 0, 'each part is described');
      for (const option of command.options.filter((o) => !o.hidden)) assert.ok(option.description.length > 0, option.flags);
    });
  }

  it('says what the opposite of a selection is', () => {
    const list = allVerbs().find((command) => command.name() === 'list');
    assert.ok(list);
    assert.match(helpOf(list), /--not-label L/);
  });
});
