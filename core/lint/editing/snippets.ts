/** How a key is written out, by its group and name; lines after the first are indented to the key's column. */
export const keySnippets: Readonly<Record<string, string>> = {
  'grader.version': 'version: 1',
  'judge.version': 'version: 1',
  'recipe.version': 'version: 1',
  'grader.slices': 'slices:\n  ${1:name}: { label: ${2:label} }',
  'grader.rules': 'rules:\n  - id: ${1:rule-id}\n    type: ${2|contains,exact,number,json,regex,tool_call|}\n    $0',
  'grader.examples':
    'examples:\n  - name: ${1:a good reply}\n    answer: "${2:the answer}"\n    expect: { ${3:rule-id}: ${4|pass,fail,skipped,not_applied|} }',
  'rule.pattern': "pattern: '$1'",
  'rule.any': 'any: ["$1"]',
  'rule.all': 'all: ["$1"]',
  'rule.none': 'none: ["$1"]',
  'rule.any_of': 'any_of: [$1]',
  'rule.required': 'required: [$1]',
  'rule.args': 'args:\n  ${1:name}: { equals: $2 }',
  'rule.count': 'count: { min: ${1:1}, max: ${2:1} }',
  'rule.reference': 'reference: gold',
  'example.answer': 'answer: "$1"',
  'example.labels': 'labels: [$1]',
  'example.attributes': 'attributes: { $1 }',
  'example.tool_calls': 'tool_calls: [{ name: ${1:tool}, arguments: { $2 } }]',
  'example.expect': 'expect: { $1 }',
  'slice.attributes': 'attributes: { $1 }',
  'slice.unlabelled': 'unlabelled: true',
  'slice.only_unscored': 'only_unscored: true',
  'slice.not': 'not: { $1 }',
  'judge.dimensions':
    'dimensions:\n  - key: ${1:accuracy}\n    description: ${2:Every statement in the reply is true.}\n    scale: { min: 1, max: 5 }',
  'judge.selection': 'selection:\n  label: ${1:label}\n  sample: ${2:50}\n  only_unscored: true',
  'dimension.scale': 'scale: { min: ${1:1}, max: ${2:5} }',
  'dimension.anchors':
    'anchors:\n  ${1:1}: ${2:What the worst answer looks like.}\n  ${3:5}: ${4:What the best answer looks like.}',
  'recipe.slice': 'slice: { $1 }',
  'recipe.graders': 'graders: [$1]',
  'recipe.exports': 'exports:\n  - { target: ${1|trl,openai|}, path: ${2:data/set} }',
  'skill.description': 'description: ${1:What it does}. Use when ${2:the user asks for it}.',
  'skill.metadata': 'metadata:\n  ${1:version}: "${2:1.0}"',
  'skill.argument-hint': 'argument-hint: "[$1]"',
  'skill.triggers': 'triggers: [$1]',
};

/** A new item of a list, by the group of its keys. */
export const itemSnippets: Readonly<Record<string, string>> = {
  rule: 'id: ${1:rule-id}\n  type: ${2|contains,exact,number,json,regex,tool_call|}\n  $0',
  example:
    'name: ${1:a good reply}\n  answer: "${2:the answer}"\n  expect: { ${3:rule-id}: ${4|pass,fail,skipped,not_applied|} }',
  dimension: 'key: ${1:accuracy}\n  description: ${2:Every statement in the reply is true.}\n  scale: { min: 1, max: 5 }',
  export: 'target: ${1|trl,openai|}\n  path: ${2:data/set}',
};
