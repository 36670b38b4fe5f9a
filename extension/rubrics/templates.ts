import { l10n } from 'vscode';

export interface Template {
  /** Proposed file name. */
  readonly name: string;
  readonly text: string;
}

/** Files to begin with: each passes its own checks and does something useful at once. */
export function templates(): Readonly<Record<'grader' | 'judge' | 'recipe', Template>> {
  return {
    grader: { name: 'rules.grader.yaml', text: grader() },
    judge: { name: 'quality.judge.md', text: judge() },
    recipe: { name: 'my-set.dataset.yaml', text: recipe() },
  };
}

function grader(): string {
  return `version: 1
name: ${l10n.t('Reply rules')}
rules:
  - id: commits-to-next-step
    title: ${l10n.t('Says what happens next')}
    type: contains
    any: ["I have", "I will", "we will"]
    none: ["as an AI"]
    weight: 2
  - id: looks-it-up
    title: ${l10n.t('Looks the order up')}
    type: tool_call
    tool: lookup_order
# ${l10n.t('Each example is checked as you type.')}
examples:
  - name: ${l10n.t('a good reply')}
    answer: "I have sent it again. It arrives on Friday."
    tool_calls: [{ name: lookup_order, arguments: { order_id: "A-1" } }]
    expect: { commits-to-next-step: pass, looks-it-up: pass }
    score: 1
`;
}

function judge(): string {
  return `---
version: 1
name: ${l10n.t('Answer quality')}
dimensions:
  - key: accuracy
    description: Every statement is true given the conversation and the tool results.
    scale: { min: 1, max: 5 }
    weight: 2
    anchors:
      1: States something the conversation or a tool result contradicts.
      5: True and complete.
  - key: tone
    description: The person is addressed with respect.
    scale: { min: 1, max: 5 }
    anchors:
      1: Blames the person or quotes a rule instead of answering.
      5: Acknowledges the problem and says what happens next.
selection:
  sample: 50
  only_unscored: true
---

# How to score

Read the whole conversation first; score only the last answer of the assistant.
Length is not quality: a short answer that solves the problem scores the same as a long one.

## accuracy

Compare every claim with the conversation and the tool results.

## tone

An answer that refuses but says why can still score 5.
`;
}

function recipe(): string {
  return `version: 1
name: ${l10n.t('My set')}
method: sft
# ${l10n.t('The newest tasks are kept apart, to measure the trained model on.')}
holdout_percent: 20
`;
}

/** A skill with everything an agent needs to find it. */
export function skillText(name: string): string {
  return `---
name: ${name}
description: What it does, in words that occur in requests. Use when the user asks for it.
---

# ${name}

1. Say what to do first.
2. Say when to stop.
`;
}
