import type { CodeTable } from './table';

/** SKL1xx: the keys of SKILL.md (RUBRICS §2.3). */
export const skillKeyCodes = {
  SKL100: { severity: 'error', message: '`name` is required (Codex and VS Code use the folder name).' },
  SKL101: { severity: 'error', message: '`name` must be text, not {type}.' },
  SKL102: { severity: 'error', message: '`name` is empty.' },
  SKL103: { severity: 'error', message: '`name` has {n} characters, 64 at most.' },
  SKL104: {
    severity: 'error',
    message: '`name`: use a–z, 0–9 and `-`; not {chars}.',
    variants: {
      blank: { message: '`name`: use a–z, 0–9 and `-`; no blanks.' },
      both: { message: '`name`: use a–z, 0–9 and `-`; no blanks, and not {chars}.' },
    },
  },
  SKL105: { severity: 'error', message: '`name` cannot start or end with `-` or hold `--`.' },
  SKL106: { severity: 'warning', message: '`name` is `{name}`, the folder is `{folder}`.' },
  SKL107: { severity: 'warning', message: '`{word}` is a reserved word: uploads to Claude are refused.' },
  SKL108: { severity: 'error', message: 'No tags in `name`.' },
  SKL109: { severity: 'warning', message: '`{name}` passes skills-ref, but VS Code and Claude refuse letters outside a–z.' },
  SKL110: { severity: 'warning', message: 'Also the name of {path}: which one loads depends on the client.' },
  SKL120: { severity: 'error', message: '`description` is required: it tells an agent when to use the skill.' },
  SKL121: {
    severity: 'error',
    message: '`description` must be text, not {type}.',
    variants: { map: { message: '`description` must be text, not a map: a `: ` in it made it one. Quote the value.' } },
  },
  SKL122: { severity: 'error', message: '`description` is empty.' },
  SKL123: { severity: 'error', message: '{n} of 1024 characters: Codex skips the skill, VS Code cuts the description.' },
  SKL124: {
    severity: 'warning',
    message: 'Angle brackets are stripped (VS Code) or refused (Claude).',
    variants: { lone: { severity: 'hint', message: '`<` and `>` are refused by some validators.' } },
  },
  SKL125: { severity: 'hint', message: 'Say *when* to use it: "Use when …".' },
  SKL126: { severity: 'hint', message: 'Write in the third person or as an instruction, not "{word} …".' },
  SKL127: { severity: 'hint', message: '{n} characters are too short to be found by.' },
  SKL128: { severity: 'information', message: 'Newlines stay in the value, and some loaders show only `{marker}`. Use `>-`.' },
  SKL129: { severity: 'warning', message: 'Placeholder text: "{text}".' },
  SKL130: {
    severity: 'information',
    message: "Claude Code's listing cuts at 1536 characters; `description` and `when_to_use` have {n}.",
  },
  SKL131: { severity: 'hint', message: 'Adds nothing to the name.' },
  SKL140: { severity: 'warning', message: '`license` must be text, not {type} (VS Code alone takes a map).' },
  SKL141: { severity: 'warning', message: '`{file}` is not in this folder.' },
  SKL142: {
    severity: 'error',
    message: '`compatibility` must be text, not {type}.',
    variants: {
      empty: { message: '`compatibility` is empty.' },
      long: { message: '`compatibility` has {n} characters, 500 at most.' },
    },
  },
  SKL143: { severity: 'warning', message: '`metadata` must be a map of texts, not {type}.' },
  SKL144: { severity: 'warning', message: '`{key}: {source}` is {type}: quote it.' },
  SKL145: {
    severity: 'warning',
    message: 'The spec allows only text values in `metadata`; `{key}` is {type}.',
    variants: { platform: { severity: 'hint' } },
  },
  SKL146: { severity: 'information', message: 'The spec wants one text with blanks between the tools, not a list.' },
  SKL147: { severity: 'information', message: 'The spec wants blanks between the tools, not commas.' },
  SKL148: { severity: 'warning', message: 'Malformed tool pattern `{pattern}`.' },
  SKL149: {
    severity: 'hint',
    message: 'Unknown tool `{tool}`.',
    variants: { near: { message: 'Unknown tool `{tool}`. Did you mean `{near}`?' } },
  },
  SKL150: { severity: 'information', message: '`{pattern}` approves every command beforehand.' },
  SKL151: { severity: 'error', message: '`{key}`: use `true` or `false`; only Claude Code takes {source}.' },
  SKL152: { severity: 'warning', message: 'Nobody can start this skill: neither a user nor a model may.' },
  SKL153: { severity: 'error', message: '`argument-hint` is {type} here: quote it.' },
  SKL154: {
    severity: 'warning',
    message: '`context` can only be `fork`.',
    variants: { without: { message: '`{key}` has no effect without `context: fork`.' } },
  },
  SKL155: {
    severity: 'warning',
    message: '`effort` is one of low, medium, high, xhigh and max.',
    variants: { model: { message: '`model` is empty.' } },
  },
  SKL156: {
    severity: 'warning',
    message: '`hooks` must be a map from event to handlers.',
    variants: {
      event: { message: 'No hook event is called `{event}`.' },
      near: { message: 'No hook event is called `{event}`. Did you mean `{near}`?' },
    },
  },
  SKL157: {
    severity: 'information',
    message: '`{key}` is not read by any known client.',
    variants: { near: { severity: 'warning', message: '`{key}` is not read by any known client. Did you mean `{near}`?' } },
  },
  SKL158: { severity: 'warning', message: 'Old or wrong spelling of `{right}`.' },
  SKL159: { severity: 'hint', message: 'Read only by {clients}.' },
} as const satisfies CodeTable;

/** SKL2xx: expert skills (RUBRICS §2.4). */
export const expertCodes = {
  SKL200: {
    severity: 'error',
    message: '`{value}` is neither `skill` nor `expert`; the platform would treat this as a plain skill.',
  },
  SKL201: {
    severity: 'error',
    message: '`{value}` is no status: draft, collecting, training, active or retired.',
    variants: { differ: { message: '`status` is {status} and `expert_status` is {other}: keep one.' } },
  },
  SKL202: { severity: 'warning', message: '`{key}` has no effect without `type: expert`.' },
  SKL203: { severity: 'error', message: 'An active expert needs `endpoint`; activation answers 400.' },
  SKL204: {
    severity: 'error',
    message: '`endpoint` is not an http(s) address.',
    variants: {
      secret: { message: '`endpoint` holds credentials; everyone who reads the file has them.' },
      path: { severity: 'warning', message: '`endpoint` is the base address; leave `{path}` out.' },
      plain: { severity: 'warning', message: '`http://` to a public host: anyone on the way reads along.' },
      local: { severity: 'information', message: 'An active expert on this computer only is unreachable for everyone else.' },
    },
  },
  SKL205: { severity: 'warning', message: 'Without triggers the harness never routes to this expert.' },
  SKL206: {
    severity: 'hint',
    message: '"{trigger}" is too common to route by.',
    variants: {
      twice: { message: '"{trigger}" is listed twice.' },
      elsewhere: { message: '"{trigger}" also calls the expert of {path}.' },
    },
  },
  SKL207: {
    severity: 'error',
    message: 'An expert needs `model`.',
    variants: { legacy: { severity: 'hint', message: '`base_model` is the old name of `model`.' } },
  },
  SKL208: { severity: 'information', message: '{n} good examples; 100 are advised.' },
  SKL209: {
    severity: 'warning',
    message: 'No recorded conversation ever called `{tool}`.',
    variants: { near: { message: 'No recorded conversation ever called `{tool}`. Did you mean `{near}`?' } },
  },
  SKL210: { severity: 'warning', message: '`max_iterations` is a whole number from 1 to 100; the platform silently uses 10.' },
  SKL211: { severity: 'hint', message: 'Retired experts are not called; `endpoint` has no effect.' },
  SKL212: {
    severity: 'information',
    message: 'From `{from}` to `{to}` leaves out {skipped}.',
    variants: { never: { message: 'No way leads from `{from}` back to `{to}`.' } },
  },
  SKL213: {
    severity: 'warning',
    message: 'An example needs `input` and `output`, or `user` and `assistant`.',
    variants: {
      file: { message: '`{file}` does not exist.' },
      type: { message: '`examples` is a list, or the path of a JSONL file.' },
    },
  },
  SKL214: {
    severity: 'information',
    message: "The body is the expert's own system prompt; this speaks to the model that calls it.",
  },
} as const satisfies CodeTable;

/** SKL3xx: the body of SKILL.md (RUBRICS §2.5). */
export const skillBodyCodes = {
  SKL300: { severity: 'warning', message: 'The body is empty.', variants: { expert: { severity: 'error' } } },
  SKL301: { severity: 'information', message: '{n} lines; beyond 500 move parts to references/.' },
  SKL302: { severity: 'information', message: 'About {n} tokens; beyond 5000 move parts to references/.' },
  SKL303: { severity: 'error', message: '{n} characters; the platform takes 100 000.' },
  SKL304: { severity: 'warning', message: '`{target}` does not exist.' },
  SKL305: { severity: 'information', message: 'There is no heading `#{anchor}`.' },
  SKL306: { severity: 'warning', message: '`{target}` works on one computer only: use `/` and a path relative to the skill.' },
  SKL307: {
    severity: 'information',
    message: '`{target}` leaves the skill folder and is lost when the skill is installed alone.',
  },
  SKL308: { severity: 'hint', message: '`{target}` itself links on; agents often read one level only.' },
  SKL309: { severity: 'hint', message: '`{target}` does not exist.' },
  SKL310: { severity: 'hint', message: '`{file}` is never named here.' },
  SKL311: { severity: 'hint', message: '`{word}` is left in the text.' },
  SKL312: { severity: 'information', message: 'Commands in `` !`…` `` are run by Claude Code only.' },
  SKL313: { severity: 'warning', message: 'This looks like {what}.' },
} as const satisfies CodeTable;
